package clickcounter.cluster;

import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.tools.common.Texts;
import clickcounter.topology.Submitted;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.generated.TopologySummary;

/**
 * What runs. Programs depend on these names: {@code describe --json} prints them.
 *
 * @param status Storm's word, such as ACTIVE
 * @param workers the addresses of those that have tasks
 * @param tasks their numbers by component
 * @param version of the jar; null if it is not known
 * @param settings all that are in effect; null if they are not known
 * @param differences what a redeploy would change
 * @param others the other topologies on the cluster
 */
record Description(
    String name,
    String status,
    long uptimeS,
    List<String> workers,
    Map<String, Long> tasks,
    String version,
    Map<String, String> settings,
    List<Difference> differences,
    List<String> others) {

  /**
   * A setting that a redeploy would change.
   *
   * @param running null if the running version has no such setting
   * @param given null if this version has no such setting
   */
  record Difference(String setting, String running, String given) {}

  /**
   * @param given the settings of a redeploy
   * @param others the names of the other topologies on the cluster
   */
  static Description of(
      TopologySummary summary,
      List<AssignedTask> tasks,
      Optional<Submitted> submitted,
      Map<String, String> given,
      List<String> others) {
    return new Description(
        summary.get_name(),
        summary.get_status(),
        summary.get_uptime_secs(),
        tasks.stream().map(task -> task.worker().toString()).distinct().sorted().toList(),
        tasks.stream()
            .collect(
                Collectors.groupingBy(
                    AssignedTask::component, TreeMap::new, Collectors.counting())),
        submitted.map(Submitted::version).orElse(null),
        submitted.map(Submitted::settings).orElse(null),
        submitted.map(now -> differences(now.settings(), given)).orElse(List.of()),
        others);
  }

  static List<Difference> differences(Map<String, String> running, Map<String, String> given) {
    TreeSet<String> keys = new TreeSet<>(running.keySet());
    keys.addAll(given.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String key : keys) {
      String now = running.get(key);
      String then = given.get(key);
      if (now == null || !now.equals(then)) {
        differences.add(new Difference(key, now, then));
      }
    }
    return differences;
  }

  void print(PrintStream out) {
    out.printf("topology  %s %s for %s%n", name, status, Texts.age(uptimeS * 1_000));
    out.printf("version   %s%n", version == null ? "unknown" : version);
    out.printf("workers   %s%s%n", joined(workers), ofSetting());
    out.printf(
        "tasks     %s%n",
        joined(tasks.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList()));
    out.printf("others    %s%n", joined(others));
    if (settings == null) {
      out.println(
          "settings  unknown: a release submitted it that kept neither version nor settings; the next"
              + " redeploy keeps them");
    } else {
      out.println("settings");
      settings.forEach((key, value) -> out.printf("  %-26s %s%n", key, value));
      printDifferences(out);
    }
    out.flush();
  }

  private static String joined(List<String> parts) {
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }

  /** A rebalance gives a topology other workers than its settings say; one may be away. */
  private String ofSetting() {
    String wanted = settings == null ? null : settings.get("workers");
    return wanted == null || wanted.equals(Integer.toString(workers.size()))
        ? ""
        : "; it was submitted with " + wanted;
  }

  private void printDifferences(PrintStream out) {
    if (differences.isEmpty()) {
      out.println("A redeploy with the settings given here would change no setting.");
      return;
    }
    out.println("A redeploy with the settings given here would change:");
    out.printf("  %-26s %-30s %s%n", "setting", "running", "given here");
    differences.forEach(
        each ->
            out.printf(
                "  %-26s %-30s %s%n", each.setting(), shown(each.running()), shown(each.given())));
  }

  private static String shown(String value) {
    if (value == null) {
      return "(no such setting)";
    }
    return value.isEmpty() ? "(empty)" : value;
  }
}
