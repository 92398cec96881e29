package org.jdapl.examples.docs;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;

/** What samples in pages take for granted: each is compiled as a method of a subclass. */
public abstract class Samples {

    protected AdapterRegistry registry;
    protected InterfaceAdapter adapter;
    protected ProtectionZone zone;
    protected Endpoint endpoint;
    protected EventDispatcher done;
    protected EventDispatcher events;
    protected EventDispatcher requests;
    protected EventDispatcher later;
    protected LocalMemoryRegion in;
    protected LocalMemoryRegion out;
    protected RemoteRegion remote;
    protected MemorySegment mapped;
    protected InetSocketAddress address;
    protected Duration timeout;
    protected boolean running;
    protected long n;

    protected abstract void sample() throws Exception;

    protected abstract void use(long first, long second);

    protected abstract void use(AdapterInfo adapter);

    protected abstract void forget(AdapterInfo adapter);

    protected abstract void failed(CompletionStatus status);

    protected abstract void failed(String why);

    protected abstract void handle(Event event);

    protected abstract void wakeUp();

    protected abstract void watch(int descriptor);
}
