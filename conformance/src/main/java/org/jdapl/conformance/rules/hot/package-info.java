/** Rules about devices that are pulled out and plugged in. */
package org.jdapl.conformance.rules.hot;
