/**
 * The document store on Riak KV. Main class: {@link clickcounter.riak.RiakStore}. {@code
 * CallTimeouts} ends a call that gets no answer in time, {@link clickcounter.riak.PutErrors}
 * decides what an error means for a put, {@link clickcounter.riak.BucketTypeCheck} refuses a Riak
 * that is set up wrongly, and {@code ClusterMembership} leaves out a node of another cluster.
 *
 * <p>One event loop ({@code riak-io}) does all input and output and never waits; {@code riak-timer}
 * ends calls. Knows nothing of Storm, JMS or counting: the tools use it, too.
 */
package clickcounter.riak;
