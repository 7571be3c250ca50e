package clickcounter.check;

import clickcounter.check.Finding.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.IoErrors;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Asks questions, and keeps what was found. */
public final class Findings {
  private final List<Finding> all = new ArrayList<>();
  private final Consumer<Finding> each;

  /**
   * @param each gets each finding at once
   */
  Findings(Consumer<Finding> each) {
    this.each = each;
  }

  /** A question to a part of the system. */
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
    Clock clock = Clock.systemUTC();
    Findings findings = new Findings(each);
    HostChecks.ask(findings, settings, archives);
    RiakChecks.ask(findings, RiakSettingsTable.read(settings), topology.store());
    new BrokerChecks(topology.broker(), states, clock).ask(findings);
    ClusterChecks.ask(findings, settings, cluster, clock);
    return findings;
  }

  /** What is so, which is wrong unless it is as expected. */
  static String require(boolean asExpected, String found) throws IOException {
    if (!asExpected) {
      throw new IOException(found);
    }
    return found;
  }

  /** Asks a question; whether the answer is as expected. */
  boolean ask(String name, String expected, String settings, Question question) {
    return ask(name, expected, settings, false, question);
  }

  /** Asks a question without whose expected answer no worker starts. */
  boolean askForWorkers(String name, String expected, String settings, Question question) {
    return ask(name, expected, settings, true, question);
  }

  private boolean ask(
      String name, String expected, String settings, boolean forWorkers, Question question) {
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
    boolean stopsWorkers = forWorkers && result == Result.FAULT;
    Finding finding = new Finding(name, result, found, expected, settings, stopsWorkers);
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
        .filter(each -> each.isFault() && each.stopsWorkers() == stopWorkers)
        .toList();
  }

  public int exitCode() {
    if (count(Result.FAULT) > 0) {
      return ExitCode.WRONG;
    }
    return count(Result.UNKNOWN) > 0 ? ExitCode.FAILED : ExitCode.OK;
  }

  /** The last line for a person. */
  public String conclusion() {
    long unknown = count(Result.UNKNOWN);
    return exitCode() == ExitCode.OK
        ? "OK: all is as expected."
        : Texts.count(count(Result.FAULT), "fault")
            + (unknown == 0 ? "" : ", " + unknown + " not known");
  }
}
