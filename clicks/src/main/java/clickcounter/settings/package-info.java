/**
 * The table of settings and their values: a {@link clickcounter.settings.Setting} is a row, {@link
 * clickcounter.settings.Settings} has the values that were given, {@link
 * clickcounter.settings.SettingsFile} reads a file of them, {@link
 * clickcounter.settings.SettingsSearch} finds it, {@link clickcounter.settings.GivenSettings} is
 * what a command was given. Each row stands beside the record that it is for: the broker's in
 * spouts, Riak's in bolts, all others in topology. The topology and the tools read one file by the
 * same rules.
 *
 * <p>Kept by hand instead of a configuration library: limits and messages name the key, the value
 * and what was expected.
 */
package clickcounter.settings;
