package clickcounter.drill;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All drills, in the order in which {@code drill all} runs them. */
final class Drills {
  static final String ALL = "all";

  static final List<Kind> TABLE =
      List.of(
          new Kind("worker-kill", "workers end by kill -9", WorkerKill::new),
          new Kind("broker-kill", "the broker ends by kill -9 and starts again", BrokerKill::new),
          new Kind("store-kill", "the store ends by kill -9 and starts again", StoreKill::new),
          new Kind(
              "store-hang",
              "one of two Riak nodes hangs (takes connections, answers nothing); counting goes on"
                  + " through the other",
              StoreHang::new),
          new Kind(
              "store-restart",
              "Riak nodes restart in turn: errors, away, properties only; counting goes on through"
                  + " the others",
              StoreRestart::new),
          new Kind(
              "worker-stop",
              "a supervisor and its workers stand still (SIGSTOP) until their tasks are reassigned;"
                  + " the workers go on before the supervisor and ZooKeeper do",
              WorkerStop::new),
          new Kind(
              "redeploy",
              "the topology is killed in the middle and submitted with other numbers of tasks",
              Redeploy::new),
          new Kind(
              "host-cut",
              "a host is cut off from Nimbus and ZooKeeper, not from Riak, the broker and the other"
                  + " workers",
              HostCut::new),
          new Kind(
              StatesLate.NAME,
              "20 ad servers show ads until they know that the budget is spent: a worker ends by"
                  + " kill -9, the line to the broker hangs",
              StatesLate::new));

  private Drills() {}

  /**
   * A kind of drill.
   *
   * @param name on the command line
   * @param fault what is broken, in a few words
   * @param make a new instance, for one run
   */
  record Kind(String name, String fault, Supplier<Drill> make) {}

  /**
   * The kinds with these names, in the order of the names.
   *
   * @throws IllegalArgumentException if no drill has one of the names
   */
  static List<Kind> named(List<String> names) {
    return names.stream().flatMap(Drills::named).toList();
  }

  private static Stream<Kind> named(String name) {
    List<Kind> found =
        TABLE.stream().filter(kind -> name.equals(ALL) || kind.name().equals(name)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no drill '" + name + "'; there are " + names() + " and " + ALL);
    }
    return found.stream();
  }

  static List<String> names() {
    return TABLE.stream().map(Kind::name).toList();
  }
}
