/** Which ads may be shown: the commands that watch the messages of ads, and export the states. */
package clickcounter.tools.states;
