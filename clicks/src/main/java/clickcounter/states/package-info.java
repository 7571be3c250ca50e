/**
 * The states of ads, as ad servers learn of them: {@link clickcounter.states.StateSink} sends them.
 */
package clickcounter.states;
