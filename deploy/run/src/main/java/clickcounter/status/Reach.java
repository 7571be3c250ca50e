package clickcounter.status;

import clickcounter.cli.Home;
import clickcounter.cli.Shell;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes commands for a person, with the options that say where the documents and the queue are,
 * unless these are where they are by default. Secrets are named by their places.
 *
 * @param riak options of commands that read documents
 * @param broker options of commands that read the queues
 */
public record Reach(List<String> riak, List<String> broker) {
  private static final Map<Setting, String> OPTIONS =
      Map.of(RiakSettingsTable.NODES, "--riak", BrokerSettingsTable.URL, "--broker");

  /** Of a system that is where it is by default. */
  public static final Reach USUAL = new Reach(List.of(), List.of());

  public Reach {
    riak = List.copyOf(riak);
    broker = List.copyOf(broker);
  }

  public static Reach of(Settings settings) {
    return new Reach(
        options(settings, RiakSettingsTable.ROWS), options(settings, BrokerSettingsTable.ROWS));
  }

  /** What is as it is by default needs no option. */
  private static List<String> options(Settings settings, List<Setting> rows) {
    List<String> options = new ArrayList<>();
    for (Setting row : rows) {
      String value = settings.text(row);
      if (!value.equals(row.defaultValue())) {
        String option = OPTIONS.get(row);
        options.addAll(
            option == null ? List.of("--set", row.key() + "=" + value) : List.of(option, value));
      }
    }
    return options;
  }

  /** A command that reads documents. */
  public String documents(List<String> command, List<String> words) {
    return line(command, riak, words);
  }

  /** A command that reads the queues. */
  public String queues(List<String> command, List<String> words) {
    return line(command, broker, words);
  }

  /** A command that reads both. */
  public String all(List<String> command, List<String> words) {
    List<String> options = new ArrayList<>(riak);
    options.addAll(broker);
    return line(command, options, words);
  }

  private static String line(List<String> command, List<String> options, List<String> words) {
    List<String> line = new ArrayList<>(command);
    line.addAll(options);
    line.addAll(words);
    return Home.launcher() + " " + Shell.line(line);
  }
}
