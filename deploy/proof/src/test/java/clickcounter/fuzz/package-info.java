/**
 * Damaged inputs of everything that reads what comes from outside. (Tuples are damaged in {@code
 * CorruptPayloadTest} of clicks.)
 *
 * <p>{@code Damage} damages a sound input. A target draws such an input, reads it, and says what
 * was promised: a {@code FuzzCase}. A new format gets a target of its own, and a line in {@code
 * DamagedInputsTest}.
 */
package clickcounter.fuzz;
