/** The rules of group CAP: capabilities. */
package org.jdapl.conformance.rules.cap;
