/**
 * A server that speaks Riak's protocol, for development and tests, with none of the code that it
 * checks.
 *
 * <p>Where it differs from Riak KV 3.2.1:
 *
 * <ul>
 *   <li>It has one copy of each object: quorums are checked and met, and replicas never differ.
 *   <li>It refuses all requests but get, put, delete, reading properties, preflist, ping, server
 *       info, STARTTLS and log-in; bucket types other than {@code clicks}, conditions of gets and
 *       puts, {@code asis}, an empty name, a vclock of another key or node.
 *   <li>It ignores {@code timeout}, and in a put {@code deleted=1}, {@code n_val} and {@code
 *       node_confirms}.
 *   <li>A delete with an empty vclock leaves no tombstone beside the value. Tombstones stay on the
 *       disk.
 * </ul>
 *
 * <p>The way of a request: {@link clickcounter.devnode.ClientConnection} (bytes and log-in), {@link
 * clickcounter.devnode.Dispatcher} (what it asks for), {@link clickcounter.devnode.KeyValues} (gets
 * and puts as Riak answers them), {@link clickcounter.devnode.ObjectStore} (one change of a key at
 * a time, in RocksDB).
 */
package clickcounter.devnode;
