package clickcounter.ids;

/** Receives a range of ids, both ends included. It must not change the set that calls it. */
@FunctionalInterface
public interface RangeConsumer {
  void accept(long from, long to);
}
