/** Connection management: librdmacm for Java. */
package org.jdapl.verbs.cm;
