/**
 * The structures and constants of {@code infiniband/verbs.h}, one class each, named after the
 * structure: {@code ibv_sge} is {@link org.jdapl.verbs.struct.IbvSge}, its field {@code lkey} is at
 * {@link org.jdapl.verbs.struct.IbvSge#LKEY}. A test compares all of them with the installed
 * header.
 */
package org.jdapl.verbs.struct;
