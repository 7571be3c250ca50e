package clickcounter.check;

import clickcounter.check.Finding.Result;
import clickcounter.cli.ExitCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All checks, in the order in which they are asked. */
public final class Checks {
  private final List<Check> all;

  Checks(List<Check> all) {
    this.all = List.copyOf(all);
  }

  /** Those of the parts of a system. */
  public static Checks of(
      HostChecks host, RiakChecks riak, BrokerChecks broker, ClusterChecks cluster) {
    return new Checks(
        Stream.of(host.all(), riak.all(), broker.all(), cluster.all())
            .flatMap(List::stream)
            .toList());
  }

  /**
   * What all checks found.
   *
   * @param stopWorkers the faults with which no worker starts
   */
  public record Findings(List<Finding> all, List<Finding> stopWorkers) {
    public Findings {
      all = List.copyOf(all);
      stopWorkers = List.copyOf(stopWorkers);
    }

    public long count(Result result) {
      return all.stream().filter(each -> each.is(result)).count();
    }

    /** Faults with which workers start all the same. */
    public List<Finding> otherFaults() {
      return all.stream()
          .filter(each -> each.is(Result.FAULT) && !stopWorkers.contains(each))
          .toList();
    }

    public int exitCode() {
      if (count(Result.FAULT) > 0) {
        return ExitCode.WRONG;
      }
      return count(Result.UNKNOWN) > 0 ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  /**
   * Asks all questions.
   *
   * @param each gets each finding at once
   */
  public Findings run(Consumer<Finding> each) {
    List<Finding> findings = new ArrayList<>();
    List<Finding> stopWorkers = new ArrayList<>();
    Map<String, Result> ended = new HashMap<>();
    for (Check check : all) {
      Result before = ended.getOrDefault(check.after(), Result.OK);
      Finding finding = before == Result.OK ? check.finding() : check.notAsked(before);
      ended.put(check.name(), finding.result());
      findings.add(finding);
      if (check.stopsWorkers(finding)) {
        stopWorkers.add(finding);
      }
      each.accept(finding);
    }
    return new Findings(findings, stopWorkers);
  }
}
