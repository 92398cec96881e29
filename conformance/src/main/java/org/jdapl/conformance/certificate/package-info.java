/**
 * The certificate of an adapter: its form, the digests and signatures that guard it, and how one is
 * verified. {@code docs/certification.md} tells what it says and how it is made.
 */
package org.jdapl.conformance.certificate;
