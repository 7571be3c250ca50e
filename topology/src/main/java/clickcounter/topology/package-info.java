/**
 * The wiring and the settings. {@link clickcounter.topology.ClickCounterTopology} connects spout
 * and bolts, and {@link clickcounter.topology.Main} submits them.
 *
 * <p>{@link clickcounter.topology.TopologySettingsTable} lists every setting with its key, default,
 * limits and meaning; {@link clickcounter.topology.TopologySettings} turns the values given into
 * the settings of each part and checks them against each other. Has no logic of its own beyond
 * that, and starts no thread.
 */
package clickcounter.topology;
