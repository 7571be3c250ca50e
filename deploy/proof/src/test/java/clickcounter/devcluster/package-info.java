/**
 * A Storm cluster on this machine, for trials and drills, each part a process of its own: {@link
 * clickcounter.devcluster.Cluster} starts, shows and stops them. Files lie as {@link
 * clickcounter.devcluster.Directories} says.
 */
package clickcounter.devcluster;
