/**
 * One screen about a running system: {@link clickcounter.status.SystemStatusCommand} asks Nimbus,
 * the broker, Riak and the topology's metrics, {@link clickcounter.status.Verdict} says whether an
 * operator has to act.
 */
package clickcounter.status;
