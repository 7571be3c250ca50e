package clickcounter.settings;

import java.util.List;
import java.util.stream.Stream;

/** The settings of operators' tools; the topology reads none of them. */
public final class OpsSettingsTable {
  /** A setting of the topology, by which operators' tools find it. */
  public static final Setting TOPOLOGY_NAME =
      Setting.text("name", "click-counter", "the topology's name in Storm");

  public static final Setting NIMBUS =
      Setting.text(
          "ops.nimbus",
          "",
          "hosts of Nimbus, separated by commas; empty: those of Storm's own storm.yaml");

  public static final Setting ARCHIVES =
      Setting.text(
          "ops.archives",
          "",
          "the services' archives: files, directories, patterns, separated by commas");

  public static final Setting ARCHIVE =
      Setting.text(
          "ops.archive",
          "",
          "directory of operators' decisions; empty: ops-archive in ~/.local/state/click-counter");

  public static final Setting TABLE =
      Setting.text("ops.table", "", "directory of the archives' table");

  public static final Setting MONTHS =
      Setting.text("ops.months", "", "directory of closed months' bills");

  public static final Setting READS_PER_SECOND =
      Setting.number(
          "ops.readsPerSecond",
          2_000,
          0,
          1_000_000,
          "documents that a command reads a second, 0: no limit; its puts follow reads");

  public static final List<Setting> ROWS =
      List.of(NIMBUS, ARCHIVES, ARCHIVE, TABLE, MONTHS, READS_PER_SECOND);

  private OpsSettingsTable() {}

  /** The places that a setting names, separated by commas. */
  public static List<String> list(Settings settings, Setting setting) {
    return Stream.of(settings.text(setting).split(","))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
