/**
 * The states of ads, as ad servers learn of them: {@link clickcounter.states.StateOutbox} decides
 * what a task sends, {@link clickcounter.states.StateSink} sends it, and {@link
 * clickcounter.states.AdStates} is what an ad server asks. It receives messages as a {@link
 * clickcounter.states.StateReceiver}, and reads documents through a {@link
 * clickcounter.states.StateReader}.
 *
 * <p>May not know JMS, Riak or Storm.
 */
package clickcounter.states;
