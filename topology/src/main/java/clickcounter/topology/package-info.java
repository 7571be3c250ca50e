/**
 * The wiring and the settings. {@link clickcounter.topology.ClickCounterTopology} connects spout
 * and bolts, and {@link clickcounter.topology.Main} submits them.
 *
 * <p>{@code Setting} lists every setting with its key, default, limits and meaning; {@link
 * clickcounter.topology.Settings} holds the values given; {@link
 * clickcounter.topology.TopologySettings} turns them into the settings of each part and checks them
 * against each other. Has no logic of its own beyond that, and starts no thread.
 */
package clickcounter.topology;
