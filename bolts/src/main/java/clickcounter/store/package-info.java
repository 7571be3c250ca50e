/**
 * What the counting needs of a key-value store: {@link clickcounter.store.DocumentStore}, and the
 * sealed answers {@link clickcounter.store.Fetched} to a read and {@link clickcounter.store.Stored}
 * to a put. Every case of an answer needs a decision of its own in the caller.
 *
 * <p>Starts no thread, and knows nothing of Riak, Storm or what a document means.
 */
package clickcounter.store;
