/**
 * The document store on Riak KV. Main class: {@link clickcounter.riak.RiakStore}. {@link
 * clickcounter.riak.PutErrors} decides what an error means for a put, {@link
 * clickcounter.riak.BucketTypeCheck} refuses a Riak that is set up wrongly, and {@code
 * ClusterMembership} leaves out a node of another cluster.
 *
 * <p>The way of a put:
 *
 * <ol>
 *   <li>{@code RiakStore}: on the caller's thread
 *   <li>{@code Messages}: builds its frame
 *   <li>{@code Calls}: hands it over to the event loop, which chooses a node
 *   <li>{@code Call}: what was begun, and whether it has ended
 *   <li>{@code Node}: chooses an idle connection
 *   <li>{@code Connection}: writes to the socket and reads the reply
 *   <li>{@code Reply}: goes back to the call, and with it to {@code RiakStore}, which parses it for
 *   <li>{@code Answers}: decides what it means for the caller, who is told
 * </ol>
 *
 * <p>One event loop ({@code riak-io}) does all input and output and never waits. Its tick, every 50
 * ms, is the only timer: it ends calls and closes connections that are overdue. Knows nothing of
 * Storm, JMS or counting: the tools use it, too.
 */
package clickcounter.riak;
