package clickcounter.drill;

import clickcounter.devcluster.ClusterExtras;
import java.io.IOException;
import java.util.Map;

/** One way to break a cluster while it counts. An instance is for one run. */
interface Drill extends AutoCloseable {
  /**
   * What its cluster needs. Drills that need nothing share one cluster.
   *
   * @throws IOException if this machine cannot have it
   */
  default ClusterExtras extras() throws IOException {
    return ClusterExtras.NONE;
  }

  /**
   * Settings of the topology, over those of all drills. They take effect only on a cluster of its
   * own.
   */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** The address at which the workers reach broker and Riak. */
  default String lineAddress() {
    return ClusterExtras.LOOPBACK;
  }

  /**
   * Breaks something once, checks that it is broken, and mends it.
   *
   * @return ms until messages were acknowledged again: from the fault, or from its end if it lasts
   * @throws Unproven if the fault missed its moment
   * @throws Stuck if something that must follow does not come
   * @throws Breach if a promise was broken
   */
  long strike(TestBed bed) throws IOException, InterruptedException;

  /** Events of ads that the drill itself has logged, beside the services and in their archive. */
  default long logged() {
    return 0;
  }

  /**
   * Shows, in one sentence, that the faults took place. Called when everything is settled.
   *
   * @throws Unproven if it cannot be shown
   * @throws Breach if a promise was broken
   */
  String proof(TestBed bed) throws IOException;

  /** Removes what it has set up. */
  @Override
  default void close() throws IOException {
    // Most drills set up nothing.
  }
}
