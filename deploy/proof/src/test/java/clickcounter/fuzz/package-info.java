/**
 * Damaged inputs of everything that reads what comes from outside: {@code Damage} damages a sound
 * input, and a test says what its reader promises. (Tuples are damaged in {@code
 * CorruptPayloadTest} of clicks.)
 */
package clickcounter.fuzz;
