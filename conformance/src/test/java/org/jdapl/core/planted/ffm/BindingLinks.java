package org.jdapl.core.planted.ffm;

import java.lang.foreign.Linker;

/** Allowed: the package is named for native code. */
public final class BindingLinks {
    public Linker linker() {
        return Linker.nativeLinker();
    }
}
