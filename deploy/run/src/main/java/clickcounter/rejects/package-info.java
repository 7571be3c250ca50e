/** Reads the queue of rejected lines, sends lines again and removes them. */
package clickcounter.rejects;
