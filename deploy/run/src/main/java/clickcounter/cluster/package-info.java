/**
 * The topology on a Storm cluster: {@link clickcounter.cluster.ClusterChoice} says on which, {@link
 * clickcounter.cluster.Submission} submits as {@code storm jar} does, between {@link
 * clickcounter.cluster.SystemChecks} and {@link clickcounter.cluster.TopologyStart}, {@link
 * clickcounter.cluster.Nimbus} lists, moves and ends topologies.
 */
package clickcounter.cluster;
