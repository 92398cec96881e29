/**
 * Plain data that both sides of the runtime speak: attribute records, capabilities, privileges,
 * completion statuses and the DAT error numbers. This package depends on nothing else of JDAPL, so
 * that a provider can use it without seeing the consumer API. Everything here is immutable and safe
 * for use by any thread.
 */
package org.jdapl.api.data;
