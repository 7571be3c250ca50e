/**
 * Sends archived lines to the queue again: all ({@link clickcounter.tools.send.FullReplay}), or
 * only what the documents say is missing ({@link clickcounter.tools.send.MissingReplay}).
 */
package clickcounter.tools.send;
