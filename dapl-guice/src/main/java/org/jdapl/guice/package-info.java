/**
 * JDAPL for applications that use Guice: {@link org.jdapl.guice.JdaplModule} binds the registry,
 * adapters by name, and the seams. Nobody else needs this module.
 */
package org.jdapl.guice;
