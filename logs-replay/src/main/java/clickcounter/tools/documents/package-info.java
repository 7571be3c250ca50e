/**
 * Reads ad and counter documents, siblings included, and changes those that tools may change
 * ({@link clickcounter.tools.documents.Documents}). {@link clickcounter.tools.documents.Waits} says
 * how often all tools try again.
 */
package clickcounter.tools.documents;
