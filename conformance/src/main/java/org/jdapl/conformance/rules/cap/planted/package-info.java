/**
 * Providers that rules of group CAP add to a registry. Each is loaded by a class loader of the
 * rule's own ({@code PlantedLoader}), never as part of this module.
 */
@NullMarked
package org.jdapl.conformance.rules.cap.planted;

import org.jspecify.annotations.NullMarked;
