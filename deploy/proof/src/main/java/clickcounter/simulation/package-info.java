/**
 * Runs the production's own classes through made-up lives: a seed determines every step, fault and
 * delay.
 *
 * <ul>
 *   <li>{@link clickcounter.simulation.Life} is one life; {@link clickcounter.simulation.Lives}
 *       runs many, {@link clickcounter.simulation.Shortening} makes a failing one shorter.
 *   <li>{@link clickcounter.simulation.Script} draws the steps of a life from its seed. A new kind
 *       of step goes into {@link clickcounter.simulation.Step}, a new fault of store or network
 *       into {@link clickcounter.simulation.Noise}.
 *   <li>The Simulated… classes stand for what carries the code: services and their disk, the
 *       broker, Storm with its workers and spouts, the replicas of the store. {@link
 *       clickcounter.simulation.Timeline} is their clock.
 *   <li>A new invariant goes into {@link clickcounter.simulation.Oracle}, which sees every put,
 *       mark, acknowledgement and change of a replica; into {@link
 *       clickcounter.simulation.TaskWatch} if it is about one task's waiting; into {@link
 *       clickcounter.simulation.EndAudit} if it holds at the end only. Then plant a wrong decision
 *       that it finds: {@code Mutants}, in the tests.
 * </ul>
 */
package clickcounter.simulation;
