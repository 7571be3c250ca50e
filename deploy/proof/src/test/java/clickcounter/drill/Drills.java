package clickcounter.drill;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All drills, in the order in which {@code drill all} runs them. */
final class Drills {
  static final String ALL = "all";

  private static final List<Supplier<Drill>> TABLE =
      List.of(
          InjectedFaults::workerKill,
          InjectedFaults::brokerKill,
          InjectedFaults::storeKill,
          StoreHang::new,
          StoreRestart::new,
          WorkerStop::new,
          InjectedFaults::redeploy,
          HostCut::new,
          StatesLate::new);

  private Drills() {}

  /** New instances of all drills, each for one run. */
  static List<Drill> all() {
    return TABLE.stream().map(Supplier::get).toList();
  }

  /**
   * New instances of the drills with these names, in the order of the names.
   *
   * @throws IllegalArgumentException if no drill has one of the names
   */
  static List<Drill> named(List<String> names) {
    return names.stream().flatMap(Drills::named).toList();
  }

  private static Stream<Drill> named(String name) {
    if (name.equals(ALL)) {
      return all().stream();
    }
    List<Drill> found = all().stream().filter(drill -> drill.name().equals(name)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no drill '" + name + "'; there are " + descriptions().keySet() + " and " + ALL);
    }
    return found.stream();
  }

  /** What each drill breaks, by its name. */
  static Map<String, String> descriptions() {
    return all().stream()
        .collect(Collectors.toMap(Drill::name, Drill::fault, (a, b) -> a, LinkedHashMap::new));
  }
}
