/**
 * Reads ad and counter documents, siblings included ({@link
 * clickcounter.tools.documents.Documents}).
 */
package clickcounter.tools.documents;
