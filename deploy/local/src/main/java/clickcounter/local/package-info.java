/**
 * The whole system in one process: broker, development node, Storm and the topology. {@link
 * clickcounter.local.LocalStack} starts and stops it, {@link clickcounter.local.LocalRun} is the
 * demonstration, {@link clickcounter.local.LocalCommand} the command.
 */
package clickcounter.local;
