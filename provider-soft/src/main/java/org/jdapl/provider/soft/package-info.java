/**
 * The software provider. {@link org.jdapl.provider.soft.SoftProvider} lists its wires as devices;
 * an adapter is the same for all of them but for the {@code Wire} that it runs on.
 */
package org.jdapl.provider.soft;
