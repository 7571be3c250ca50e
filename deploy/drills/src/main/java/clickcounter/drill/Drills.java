package clickcounter.drill;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All drills there are, in the order of running. */
final class Drills {
  static final String ALL = "all";

  private static final List<Supplier<Drill>> MAKERS =
      List.of(
          WorkerKill::new,
          SupervisorKill::new,
          BrokerKill::new,
          BrokerStop::new,
          Away::broker,
          BrokenAck::new,
          StoreKill::new,
          Away::store,
          StoreWeather::slow,
          StoreWeather::errors,
          StoreWeather::silent,
          StoreHang::new,
          StoreEmpty::new,
          WorkerStop::new,
          NimbusKill::new,
          Rebalance::new,
          Redeploy::new,
          DiskFull::new,
          HostCut::new,
          ClockJump::new);

  private Drills() {}

  /** New ones, each to be run once. */
  static List<Drill> all() {
    return MAKERS.stream().map(Supplier::get).toList();
  }

  /**
   * New ones with these names, in the order of the names.
   *
   * @throws IllegalArgumentException when there is none of a name
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

  /** What each of them does, by name. */
  static Map<String, String> descriptions() {
    return all().stream()
        .collect(Collectors.toMap(Drill::name, Drill::fault, (a, b) -> a, LinkedHashMap::new));
  }
}
