/** Takes counters that are finished out of Riak: {@link clickcounter.tools.retire.Retirement}. */
package clickcounter.tools.retire;
