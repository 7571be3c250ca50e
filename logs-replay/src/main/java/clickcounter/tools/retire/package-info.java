/**
 * Closes counters of services that crashed, and takes those that are finished out of Riak: {@link
 * clickcounter.tools.retire.Retirement}.
 */
package clickcounter.tools.retire;
