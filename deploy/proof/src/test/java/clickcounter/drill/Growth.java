package clickcounter.drill;

import java.io.IOException;
import java.util.OptionalLong;

/** How much a figure of the test bed has grown, in the present strike and in all strikes. */
final class Growth {
  private final Figure figure;
  private OptionalLong atFirst = OptionalLong.empty();
  private long atLast;

  Growth(Figure figure) {
    this.figure = figure;
  }

  /** A number that the drill reads, such as a counter of the topology. */
  interface Figure {
    long of(TestBed bed) throws IOException;
  }

  /** Reads the figure before a strike. */
  void begin(TestBed bed) throws IOException {
    atLast = figure.of(bed);
    if (atFirst.isEmpty()) {
      atFirst = OptionalLong.of(atLast);
    }
  }

  static void begin(TestBed bed, Growth... figures) throws IOException {
    for (Growth each : figures) {
      each.begin(bed);
    }
  }

  /** The growth since the strike began. */
  long inStrike(TestBed bed) throws IOException {
    return figure.of(bed) - atLast;
  }

  /** The growth since the first strike began. */
  long total(TestBed bed) throws IOException {
    return figure.of(bed) - atFirst.orElseThrow();
  }

  /**
   * Waits until the figure has grown in this strike.
   *
   * @throws Unproven if it does not grow in time
   */
  void await(String what, TestBed bed) throws IOException, InterruptedException {
    bed.awaitFault(what, () -> inStrike(bed) > 0);
  }

  /**
   * The total growth.
   *
   * @throws Unproven with this message if there is none
   */
  long require(String failure, TestBed bed) throws IOException {
    long total = total(bed);
    if (total <= 0) {
      throw new Unproven(failure);
    }
    return total;
  }
}
