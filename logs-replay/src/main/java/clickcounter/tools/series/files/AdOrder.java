package clickcounter.tools.series.files;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** Reads several files together that are each sorted by ad, ad by ad. */
final class AdOrder<S extends AdOrder.Source> implements Closeable {
  /** A file, at the first row of an ad or at its end. */
  interface Source extends Closeable {
    /** The ad; null at the end. */
    String adId();

    @Override
    void close();
  }

  private final List<S> sources;
  private final PriorityQueue<S> next = new PriorityQueue<>(Comparator.comparing(Source::adId));

  AdOrder(Collection<S> sources) {
    this.sources = new ArrayList<>(sources);
    this.sources.forEach(this::add);
  }

  private void add(S source) {
    if (source.adId() != null) {
      next.add(source);
    }
  }

  /** The ad that comes next; null at the end. */
  String adId() {
    return next.isEmpty() ? null : next.peek().adId();
  }

  /**
   * Passes each source that has the next ad.
   *
   * @param read has to read its rows of the ad, so that it is at the next one afterwards
   */
  void read(Consumer<S> read) {
    String adId = adId();
    while (adId.equals(adId())) {
      S source = next.poll();
      read.accept(source);
      add(source);
    }
  }

  @Override
  public void close() {
    sources.forEach(Source::close);
  }
}
