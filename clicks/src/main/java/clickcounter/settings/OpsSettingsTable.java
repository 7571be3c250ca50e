package clickcounter.settings;

import java.util.List;

/** The settings of operators' tools; the topology reads none of them. */
public final class OpsSettingsTable {
  public static final Setting ARCHIVE =
      Setting.text(
          "ops.archive",
          "",
          "directory in which the tools archive decisions of operators; empty: ops-archive in ~/.local/state/click-counter");

  public static final List<Setting> ROWS = List.of(ARCHIVE);

  private OpsSettingsTable() {}
}
