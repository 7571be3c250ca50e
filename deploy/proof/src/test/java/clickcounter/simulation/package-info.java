/**
 * A deterministic simulation of the whole path, with the production's event logs, spout logic,
 * tasks, ledgers and codecs. One seed determines one life, in any JVM.
 *
 * <pre>
 * Script (drawn from a seed)  settings, Noise, and a Step for each event and fault
 *    |
 *  Life  --&gt; Timeline: the only clock and scheduler, one thing at a time
 *    |
 *    +-- SimulatedService  -&gt; SimulatedDisk      Journal, Sending          (production)
 *    +-- SimulatedBroker   -&gt; SimulatedSpout     PendingMessages           (production)
 *    +-- SimulatedTopology -&gt; SimulatedWorker    AdsTask, CountersTask     (production)
 *    +-- Operators         -&gt; ToolThread         Recount, Retirement       (production)
 *    +-- SimulatedStore    three replicas of SiblingVersions
 *    |
 *  Oracle, TaskWatch, EndAudit: hold the life against every Invariant
 *    |
 *  Lives (seed after seed), Shortening (the shortest script that fails the same check)
 * </pre>
 *
 * <p><b>Where an invariant goes.</b> Add its claim to {@code Invariant}, and the check to the class
 * that sees the moment at which it must hold:
 *
 * <ul>
 *   <li>documents of ads: {@code AdChecks}; of counters: {@code CounterChecks}; what is blocked:
 *       {@code BlockedChecks}. {@code Oracle} has the table of moments at which it asks them
 *   <li>the order in which one task writes its documents: {@code TaskWatch}
 *   <li>memory of a task, one ack per tuple: {@code SimulatedWorker}, {@code SimulatedTopology}
 *   <li>archives and sending: {@code SimulatedDisk}, {@code SimulatedService}
 *   <li>quiet and bad lines: {@code Life}
 *   <li>what operators see: {@code EndAudit}
 * </ul>
 *
 * <p>Then plant a wrong decision in {@code Mutants} that only the new check finds. {@code
 * mutants.md} lists which check finds which.
 *
 * <p><b>Where a fault goes.</b> What happens once at a time of its own is a {@code Step}; what
 * happens by chance again and again is a {@code FaultKind}.
 *
 * <p>Every random draw comes from {@code Chance}, and the order of draws decides the life. A new
 * draw between others changes all lives, and with them the life in which {@code mutants.md} says
 * that a mutant is found.
 */
package clickcounter.simulation;
