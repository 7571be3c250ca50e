/**
 * What is owed: the commands {@code ads statement} and {@code series close}, which ask the table of
 * archives.
 */
package clickcounter.tools.bill;
