/**
 * A server that speaks Riak's protocol, for development and tests, with none of the code that it
 * checks.
 *
 * <p>The way of a request: {@link clickcounter.devnode.ClientConnection} (bytes and log-in), {@link
 * clickcounter.devnode.Dispatcher} (what it asks for), {@link clickcounter.devnode.KeyValues} (gets
 * and puts as Riak answers them), {@link clickcounter.devnode.ObjectStore} (one change of a key at
 * a time, in RocksDB).
 */
package clickcounter.devnode;
