package clickcounter.drill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Moves a topology to other numbers of workers, one after another. */
final class WorkerCounts {
  private static final int[] WORKERS = {3, 2, 4, 2};

  private final List<Integer> reached = new ArrayList<>();

  /** A number of workers that the topology does not have now. */
  int next(TestBed bed) throws IOException {
    int now = bed.topology().get_num_workers();
    int next = WORKERS[reached.size() % WORKERS.length];
    return next == now ? now + 1 : next;
  }

  /** Waits until the topology has that many workers, and all of them work. */
  void await(TestBed bed, int workers) throws IOException, InterruptedException {
    bed.await(
        workers + " workers",
        () -> bed.topology().get_num_workers() == workers && bed.workers().size() == workers);
    bed.awaitActive();
    reached.add(workers);
  }

  /** The numbers that it reached, such as {@code 3, 2}. */
  String reached() {
    return reached.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
