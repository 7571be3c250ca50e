/**
 * Damages what production reads and feeds it in: a {@link clickcounter.fuzz.FuzzTarget} for each
 * kind of input, {@link clickcounter.fuzz.Mutator} for the damage, {@link clickcounter.fuzz.Fuzzer}
 * for the loop. A new input format needs a new target.
 */
package clickcounter.fuzz;
