package clickcounter.tools.common;

import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Settings;
import picocli.CommandLine.Option;

/** The option that says where the documents are, for every command that reads them. */
public final class RiakOptions {
  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT[,…]",
      description =
          "Riak nodes' protocol buffers interfaces, separated by commas. Default: the setting"
              + " riak.nodes")
  private String nodes;

  /**
   * Riak's settings. The option overrides the setting.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public RiakSettings settings(ToolSettings settings) {
    return RiakSettingsTable.read(override(settings.read()));
  }

  /** These settings, with the nodes of the option. */
  public Settings override(Settings settings) {
    return nodes == null ? settings : settings.with(RiakSettingsTable.NODES.key(), nodes);
  }
}
