package clickcounter.tools.common;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.settings.Settings;
import picocli.CommandLine.Option;

/** The option that says where the broker is, for every command that uses its queues. */
public final class BrokerOptions {
  @Option(
      names = "--broker",
      paramLabel = "URL",
      description = "The broker. Default: the setting broker.url")
  private String url;

  /**
   * The broker's settings. The option overrides the setting.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public BrokerSettings settings(ToolSettings settings) {
    return BrokerSettingsTable.read(override(settings.read()));
  }

  /** These settings, with the broker of the option. */
  public Settings override(Settings settings) {
    return url == null ? settings : settings.with(BrokerSettingsTable.URL.key(), url);
  }
}
