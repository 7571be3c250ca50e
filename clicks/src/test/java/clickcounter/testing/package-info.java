/**
 * Test support that other modules' tests use as well: seeded random runs ({@link
 * clickcounter.testing.Seeded}), random events, a checker for races ({@link
 * clickcounter.testing.Races}), and the one limit of all waiting ({@link
 * clickcounter.testing.Patience}).
 */
package clickcounter.testing;
