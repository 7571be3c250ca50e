package clickcounter.drill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Moves a topology to other numbers of workers, one after another. */
final class WorkerCounts {
  private static final int[] WORKERS = {3, 2, 4, 2};

  private final List<Integer> reached = new ArrayList<>();
  private int ordered;

  /** Orders a number of workers that the topology does not have now. */
  void order(TestBed bed, int waitS) throws IOException {
    int now = bed.topology().get_num_workers();
    int next = WORKERS[reached.size() % WORKERS.length];
    ordered = next == now ? now + 1 : next;
    bed.rebalance(ordered, waitS);
  }

  /** Waits until the topology has the ordered number of workers, and all of them work. */
  void await(TestBed bed) throws IOException, InterruptedException {
    bed.await(
        ordered + " workers",
        () -> bed.topology().get_num_workers() == ordered && bed.workers().size() == ordered);
    bed.awaitActive();
    reached.add(ordered);
  }

  /** The numbers that it reached, such as {@code 3, 2}. */
  String reached() {
    return reached.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
