package clickcounter.drill;

import clickcounter.cluster.Staging;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** One way to break a cluster while it counts. An instance is for one run. */
interface Drill extends AutoCloseable {
  String name();

  /** What is done, in a few words. */
  String fault();

  /** Why it cannot be done on this machine, if so. */
  default Optional<String> whyNotHere() {
    return Optional.empty();
  }

  /**
   * What its cluster needs; drills that need nothing share one.
   *
   * @param directory for what has to lie in files
   * @throws IOException when it cannot be set up
   */
  default Staging stage(Path directory) throws IOException {
    return Staging.NONE;
  }

  /**
   * Settings of the topology that it needs, over those of all drills; only with a stage of its own.
   */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** Where the workers reach broker and Riak. */
  default String lineAddress() {
    return Staging.LOOPBACK;
  }

  /** The clock of the services. */
  default Clock servicesClock() {
    return Clock.systemUTC();
  }

  /** Where the services write their archives. */
  default Path archive(Path directory) throws IOException {
    return directory.resolve("archive");
  }

  /** How often it has to strike to show all that it can do. */
  default int leastStrikes() {
    return 1;
  }

  /**
   * Breaks it once, sees that it is broken, and mends it.
   *
   * @return ms until messages were acknowledged again, from the fault or, if it lasts, its end
   * @throws Unproven when the fault missed its moment
   * @throws Stuck when what has to come after it does not come
   * @throws Breach when it broke a promise
   */
  long strike(Stage stage) throws IOException, InterruptedException;

  /**
   * What shows that the faults took place, in one sentence; called when all is settled.
   *
   * @throws Unproven when that is not enough
   */
  String proof(Stage stage) throws IOException;

  /** Takes down what it has set up. */
  @Override
  default void close() throws IOException {
    // Most set up nothing.
  }
}
