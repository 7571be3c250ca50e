/**
 * Breaks a real cluster on purpose, under load, and compares every document with the archives
 * afterwards. A new fault is a {@link clickcounter.drill.Drill} and a row of {@link
 * clickcounter.drill.Drills}. {@link clickcounter.drill.DrillRun} is the course of a drill, {@link
 * clickcounter.drill.TestBed} what it acts on.
 */
package clickcounter.drill;
