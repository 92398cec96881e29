/**
 * What every handle is made of: {@link org.jdapl.verbs.handle.Lifetime} (parents, children, calls
 * under way, closing once), {@link org.jdapl.verbs.handle.Guard} (the same for the data path,
 * without an atomic instruction), {@link org.jdapl.verbs.handle.Waiter} (sleeping on descriptors so
 * that close and interruption end it). Not exported.
 */
package org.jdapl.verbs.handle;
