/**
 * Seeded fuzzing of everything that reads what may be damaged.
 *
 * <p>{@code Mutator} damages a sound input. A target draws such an input, reads it, and says what
 * was promised: a {@code FuzzCase}. A new format gets a target of its own, and a line in {@code
 * DamagedInputsTest}.
 */
package clickcounter.fuzz;
