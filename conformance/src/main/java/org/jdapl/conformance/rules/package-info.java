/**
 * The rules that every provider is held to, a package for each subject: declarations in {@code
 * …Rules}, tests in {@code …Tests}, faults that they find in {@code …Mutants}.
 */
package org.jdapl.conformance.rules;
