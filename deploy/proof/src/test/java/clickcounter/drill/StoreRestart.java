package clickcounter.drill;

import java.io.IOException;

/**
 * Riak nodes restart in turn, as a genuine node does: it answers all requests for documents with an
 * error, then goes away, comes back, and answers with nothing but properties until its vnodes run.
 * Such a node answers faster than one that works, so it must not attract the calls.
 */
final class StoreRestart implements Drill {
  private static final long STOPPING_MS = 3_000;
  private static final long AWAY_MS = 3_000;
  private static final long STARTING_MS = 10_000;

  /**
   * For each restart: the calls in flight when it begins, of puts and reads, and those by which a
   * connection learns that the node serves nothing.
   */
  private static final long MOST_IN_DOUBT = 500;

  private final Silence silence = new Silence("one Riak node restarted");
  private long doubtsBefore;
  private int restarts;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    if (restarts == 0) {
      doubtsBefore = bed.counters.doubts();
    }
    for (Line line : bed.riakLines) {
      restart(bed, line);
    }
    return bed.awaitProgress();
  }

  private void restart(TestBed bed, Line line) throws IOException, InterruptedException {
    try {
      line.serveDocuments(false);
      silence.watch(bed, STOPPING_MS);
      line.goAway();
      silence.watch(bed, AWAY_MS);
      line.comeBack();
      silence.watch(bed, STARTING_MS);
    } finally {
      line.mend();
    }
    silence.watch(bed, STOPPING_MS);
    restarts++;
  }

  @Override
  public String proof(TestBed bed) throws IOException {
    long notServed = bed.riakLines.stream().mapToLong(line -> line.notServed.sum()).sum();
    long inDoubt = bed.counters.doubts() - doubtsBefore;
    if (notServed < restarts) {
      throw new Unproven(
          "%d requests met a node that served no documents, expected one for each of %d restarts"
              .formatted(notServed, restarts));
    }
    requireFewDoubts(inDoubt, restarts);
    return "%d restarts, %,d requests met a node that served no documents, %,d puts in doubt; %s"
        .formatted(restarts, notServed, inDoubt, silence);
  }

  static void requireFewDoubts(long inDoubt, int restarts) throws Breach {
    if (inDoubt > MOST_IN_DOUBT * restarts) {
      throw new Breach(
          "%d puts in doubt in %d restarts of a node: expected at most %d for each"
              .formatted(inDoubt, restarts, MOST_IN_DOUBT));
    }
  }
}
