/**
 * The topology on a Storm cluster: {@link clickcounter.cluster.ClusterChoice} says on which, {@link
 * clickcounter.cluster.StormClient} submits as {@code storm jar} does, {@link
 * clickcounter.cluster.TopologyStart} waits until it works, {@link
 * clickcounter.cluster.NamedTopology} pauses it, {@link clickcounter.cluster.Nimbus} lists and ends
 * topologies.
 */
package clickcounter.cluster;
