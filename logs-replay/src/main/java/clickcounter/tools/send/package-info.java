/**
 * Sends lines of files to the queue ({@link clickcounter.tools.send.LineSender}), archived ones
 * again ({@link clickcounter.tools.send.Replay}).
 */
package clickcounter.tools.send;
