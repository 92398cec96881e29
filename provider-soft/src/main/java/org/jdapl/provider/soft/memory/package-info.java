/**
 * Registered memory, the same for every wire: protection domains, regions and the table by which a
 * peer's keys are looked up.
 */
package org.jdapl.provider.soft.memory;
