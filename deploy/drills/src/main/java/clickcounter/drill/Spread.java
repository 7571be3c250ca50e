package clickcounter.drill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Numbers of workers that a topology is spread over, one after another. */
final class Spread {
  private static final int[] WORKERS = {3, 2, 4, 2};

  private final List<Integer> taken = new ArrayList<>();

  /** One that it does not have. */
  int another(Stage stage) throws IOException {
    int now = stage.topology().get_num_workers();
    int next = WORKERS[taken.size() % WORKERS.length];
    return next == now ? now + 1 : next;
  }

  /** Waits until it has as many, and all of them work. */
  void await(Stage stage, int workers) throws IOException, InterruptedException {
    stage.await(
        workers + " workers",
        () -> stage.topology().get_num_workers() == workers && stage.workers().size() == workers,
        Stage.MEND_MS);
    stage.awaitActive();
    taken.add(workers);
  }

  String taken() {
    return taken.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
