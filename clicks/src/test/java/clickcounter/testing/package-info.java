/**
 * Test support that other modules' tests use as well: seeded random runs ({@link
 * clickcounter.testing.Seeded}), random events, and a checker for races ({@link
 * clickcounter.testing.Races}).
 */
package clickcounter.testing;
