/** Byte streams over TCP: the only package that knows sockets and selectors. */
package org.jdapl.provider.soft.net;
