/**
 * An example of a judge that is no rule: a random forest finds clicks of machines. It reads and
 * writes by the classes of {@link clickcounter.tools.judge}. Nothing that counts, and no tool,
 * knows it.
 */
package clickcounter.forest;
