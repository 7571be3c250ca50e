package clickcounter.check;

import clickcounter.cli.ExitCode;
import clickcounter.cli.IoErrors;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettings;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Asks questions, and keeps what was found. */
public final class Findings {
  private static final String ROW = "%-8s %-20s %s";

  /** Without the expected answer to these, no worker starts. */
  private static final Set<String> STOP_WORKERS = Set.of("riak", "broker");

  private final List<Finding> all = new ArrayList<>();
  private final Consumer<Finding> each;

  Findings(Consumer<Finding> each) {
    this.each = each;
  }

  /** How a check ended: not as expected is a fault. */
  public enum Result {
    OK,
    FAULT,
    UNKNOWN;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What one check found. Programs depend on these names: {@code check --json} prints them.
   *
   * @param found what is so, or why it is not known
   * @param settings those that it depends on; empty for none
   */
  public record Finding(
      String name, Result result, String found, String expected, String settings) {
    private boolean isFault() {
      return result == Result.FAULT;
    }

    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(ROW.formatted(isFault() ? "FAULT" : result.label(), name, found));
      if (isFault()) {
        lines.add(ROW.formatted("", "", "expected: " + expected));
      }
      if (isFault() && !settings.isEmpty()) {
        lines.add(ROW.formatted("", "", "settings: " + settings));
      }
      return lines;
    }

    /** A fault in one line, for a person who has to act. */
    public String line() {
      boolean namesSettings = settings.isEmpty() || found.contains(settings);
      return "%s: %s. Expected: %s%s"
          .formatted(name, found, expected, namesSettings ? "" : " (settings " + settings + ")");
    }
  }

  interface Question {
    /**
     * What is so, if that is as it should be.
     *
     * @throws IOException that says what is wrong
     * @throws NoVerdict that says why it is not known
     */
    String ask() throws IOException;
  }

  /**
   * Checks a whole system with these settings.
   *
   * @param archives those of services; empty if nobody named them
   * @param each gets each finding at once
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static Findings of(
      Settings settings,
      ClusterChecks.Cluster cluster,
      List<Path> archives,
      Consumer<Finding> each) {
    TopologySettings topology = TopologySettings.of(settings);
    String states = settings.text(BrokerSettingsTable.STATES_TOPIC);
    Findings findings = new Findings(each);
    HostChecks.ask(findings, settings, archives);
    RiakChecks.ask(findings, RiakSettingsTable.read(settings), topology.store());
    new BrokerChecks(topology.broker(), states).ask(findings);
    ClusterChecks.ask(findings, settings, cluster);
    return findings;
  }

  /** What is so, which is wrong unless it is as expected. */
  static String require(boolean asExpected, String found) throws IOException {
    if (!asExpected) {
      throw new IOException(found);
    }
    return found;
  }

  static String requireNone(List<String> faults, String found) throws IOException {
    return require(faults.isEmpty(), faults.isEmpty() ? found : String.join("; ", faults));
  }

  /** Asks a question; whether the answer is as expected. */
  boolean ask(String name, String expected, String settings, Question question) {
    Result result = Result.OK;
    String found;
    try {
      found = question.ask();
    } catch (NoVerdict e) {
      result = Result.UNKNOWN;
      found = e.getMessage();
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      result = Result.FAULT;
      found = IoErrors.message(e);
    }
    Finding finding = new Finding(name, result, found, expected, settings);
    all.add(finding);
    each.accept(finding);
    return result == Result.OK;
  }

  public List<Finding> all() {
    return List.copyOf(all);
  }

  public long count(Result result) {
    return all.stream().filter(each -> each.result() == result).count();
  }

  /** The faults with which no worker starts, or those with which workers start all the same. */
  public List<Finding> faults(boolean stopWorkers) {
    return all.stream()
        .filter(each -> each.isFault() && STOP_WORKERS.contains(each.name()) == stopWorkers)
        .toList();
  }

  public int exitCode() {
    if (count(Result.FAULT) > 0) {
      return ExitCode.WRONG;
    }
    return count(Result.UNKNOWN) > 0 ? ExitCode.FAILED : ExitCode.OK;
  }

  public String conclusion() {
    long unknown = count(Result.UNKNOWN);
    return exitCode() == ExitCode.OK
        ? "OK: all is as expected."
        : Texts.count(count(Result.FAULT), "fault")
            + (unknown == 0 ? "" : ", " + unknown + " not known");
  }
}
