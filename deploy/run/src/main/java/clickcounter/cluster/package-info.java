/**
 * A Storm cluster on this machine, each part a process of its own: {@link
 * clickcounter.cluster.Cluster} starts, shows and stops them, {@link
 * clickcounter.cluster.Submission} submits as {@code storm jar} does, between {@link
 * clickcounter.cluster.SystemChecks} and {@link clickcounter.cluster.TopologyStart}, {@link
 * clickcounter.cluster.Nimbus} lists, moves and ends topologies. Files lie as {@link
 * clickcounter.cluster.Directories} says.
 */
package clickcounter.cluster;
