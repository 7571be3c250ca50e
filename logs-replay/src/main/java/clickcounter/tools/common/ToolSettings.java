package clickcounter.tools.common;

import clickcounter.cli.SettingsOptions;
import clickcounter.event.ClockLimit;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.secret.SecretSource;
import clickcounter.settings.EventTimesTable;
import clickcounter.settings.GivenSettings;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The settings of a command, from the options that all commands share. The tools take those of the
 * broker, of Riak, of plausible times and their own, and ignore the topology's.
 */
@Command
public final class ToolSettings {
  private static final Logger LOG = LoggerFactory.getLogger(ToolSettings.class);

  private static final List<Setting> TABLE =
      Stream.of(
              BrokerSettingsTable.ROWS,
              List.of(BrokerSettingsTable.STATES_TOPIC),
              RiakSettingsTable.ROWS,
              EventTimesTable.ROWS,
              List.of(OpsSettingsTable.TOPOLOGY_NAME),
              OpsSettingsTable.ROWS)
          .flatMap(List::stream)
          .toList();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** What was read; null before. */
  private Settings all;

  public SettingsOptions options() {
    return SettingsOptions.of(command)
        .orElseThrow(() -> new IllegalStateException("its command line has no settings"));
  }

  /**
   * What was given or found.
   *
   * @throws IllegalArgumentException that names the wrong file
   */
  public GivenSettings given() {
    return options().given();
  }

  /**
   * The settings of the tools, the broker and Riak.
   *
   * @throws IllegalArgumentException that names the wrong setting, and the file that it is in
   */
  public Settings read() {
    if (all == null) {
      all = warned(given().readPart(TABLE), TABLE);
    }
    return all;
  }

  /**
   * All settings of a table, which has every setting that there is.
   *
   * @throws IllegalArgumentException that names the wrong setting, and the file that it is in
   */
  public Settings read(List<Setting> table) {
    Settings whole = given().read(table);
    all = all == null ? warned(whole, table) : all;
    return whole;
  }

  private static Settings warned(Settings read, List<Setting> table) {
    for (Setting row : table) {
      SecretSource.file(row.key(), read.text(row))
          .flatMap(SecretSource::warning)
          .ifPresent(LOG::warn);
    }
    return read;
  }

  /**
   * Where the documents are.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public RiakSettings riak() {
    return RiakSettingsTable.read(read());
  }

  /**
   * Where the queues are.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public BrokerSettings broker() {
    return BrokerSettingsTable.read(read());
  }

  /** The times of events that the topology counts if its clock shows this time. */
  public ClockLimit clockLimit(long nowMs) {
    return new ClockLimit(
        read().number(EventTimesTable.EARLIEST_TIMESTAMP_MS),
        nowMs,
        read().number(EventTimesTable.MAX_CLOCK_AHEAD_MS));
  }

  /**
   * The archives to read: those of the command, or else those of the setting.
   *
   * @throws IllegalArgumentException if neither names any
   */
  public List<Path> archives(List<Path> given) {
    List<Path> archives = archivesIfAny(given);
    if (archives.isEmpty()) {
      throw new IllegalArgumentException(
          "expected PATH…, or the setting " + OpsSettingsTable.ARCHIVES.key());
    }
    return archives;
  }

  /** The archives of the command, or else those of the setting; none if neither names any. */
  public List<Path> archivesIfAny(List<Path> given) {
    return given.isEmpty()
        ? OpsSettingsTable.list(read(), OpsSettingsTable.ARCHIVES).stream().map(Path::of).toList()
        : given;
  }

  /**
   * The directory of the setting.
   *
   * @throws IllegalArgumentException if it names none
   */
  public Path requiredDirectory(Setting setting) {
    String what = "expected the setting " + setting.key() + ": " + setting.meaning();
    return directory(setting).orElseThrow(() -> new IllegalArgumentException(what));
  }

  /** The directory of the setting, if it names one. */
  public Optional<Path> directory(Setting setting) {
    return Optional.of(read().text(setting)).filter(text -> !text.isBlank()).map(Path::of);
  }
}
