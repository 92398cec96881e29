/**
 * Why RDMA does not work here: {@link org.jdapl.verbs.diagnosis.Diagnosis} looks at everything that
 * a verbs program needs, from the Java VM's flags to the address of a port, and tells of each in
 * one sentence whether it is fit, and what to do where it is not.
 *
 * <pre>{@code
 * for (Check check : Diagnosis.run()) {
 *     if (check.status() == Check.Status.FAILURE) {
 *         IO.println(check.sentence() + " " + check.remedy());
 *     }
 * }
 * }</pre>
 *
 * <p>Nothing is opened or changed; no right is needed. The command {@code jdapl doctor} prints it.
 */
package org.jdapl.verbs.diagnosis;
