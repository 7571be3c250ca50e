package clickcounter.drill;

import java.io.IOException;
import java.util.OptionalLong;

/** How much a figure of the test bed has grown since it was first read. */
final class Growth {
  private final Figure figure;
  private OptionalLong first = OptionalLong.empty();

  Growth(Figure figure) {
    this.figure = figure;
  }

  /** A number that only grows. */
  interface Figure {
    long of(TestBed bed) throws IOException;
  }

  /** The figure now. */
  long read(TestBed bed) throws IOException {
    long now = figure.of(bed);
    if (first.isEmpty()) {
      first = OptionalLong.of(now);
    }
    return now;
  }

  /** The growth until now; 0 if it was never read before. */
  long total(TestBed bed) throws IOException {
    long now = read(bed);
    return now - first.orElse(now);
  }
}
