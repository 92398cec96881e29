package org.jdapl.core.planted;

import java.lang.foreign.Linker;

/** Planted: native code outside a binding package. */
public final class CoreLinks {
    public Linker linker() {
        return Linker.nativeLinker();
    }

    public Linker.Option option() {
        return Linker.Option.critical(false);
    }
}
