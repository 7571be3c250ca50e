package clickcounter.event;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/**
 * The payload of one tuple: the ad events of one message or more that go to one ads task. Stored as
 * columns, because a million events wait in memory at a time: about 32 bytes an event whose ad's id
 * has 8 characters, and each counter and each ad once.
 *
 * <p>Immutable, so threads may share it. Made by {@link EventBatchBuilder}.
 */
public final class EventBatch {
  private static final EventKind[] KINDS = EventKind.values();

  private final String[] counterIds;

  /** The ids of the ads in UTF-8, one after the other. */
  private final byte[] adNames;

  private final int[] adEnds;

  /* One entry for each event. */
  private final int[] countersAndKinds;
  private final int[] ads;
  private final long[] sequences;
  private final EventTimes times;

  /* Index and amount of each event whose amount is not 0. */
  private final int[] paid;
  private final long[] amountsMicros;

  private final Judgements judgements;

  EventBatch(
      String[] counterIds,
      byte[] adNames,
      int[] adEnds,
      int[] countersAndKinds,
      int[] ads,
      long[] sequences,
      EventTimes times,
      int[] paid,
      long[] amountsMicros,
      Judgements judgements) {
    this.counterIds = counterIds;
    this.adNames = adNames;
    this.adEnds = adEnds;
    this.countersAndKinds = countersAndKinds;
    this.ads = ads;
    this.sequences = sequences;
    this.times = times;
    this.paid = paid;
    this.amountsMicros = amountsMicros;
    this.judgements = judgements;
  }

  /** The batch of these events, in this order. */
  public static EventBatch of(List<AdEvent> events) {
    EventBatchBuilder builder = new EventBatchBuilder();
    events.forEach(builder::add);
    return builder.build();
  }

  public int size() {
    return sequences.length;
  }

  public int counters() {
    return counterIds.length;
  }

  /** The id of a counter, 0 to {@code counters() - 1}. */
  public String counterIdAt(int counter) {
    return counterIds[counter];
  }

  public int ads() {
    return adEnds.length;
  }

  /** The id of an ad, 0 to {@code ads() - 1}, as a new String. */
  public String adIdAt(int ad) {
    return new String(adNames, adFrom(ad), adTo(ad) - adFrom(ad), StandardCharsets.UTF_8);
  }

  /** The ids of all ads in UTF-8; not to be changed. */
  public byte[] adNames() {
    return adNames;
  }

  /** Where the id of an ad begins in {@link #adNames()}. */
  public int adFrom(int ad) {
    return ad == 0 ? 0 : adEnds[ad - 1];
  }

  /** Where the id of an ad ends in {@link #adNames()}. */
  public int adTo(int ad) {
    return adEnds[ad];
  }

  /** The hash of an ad's id, see {@link AdIds#hash}. */
  public int adHash(int ad) {
    return AdIds.hash(adNames, adFrom(ad), adTo(ad));
  }

  public int counter(int event) {
    return countersAndKinds[event] >>> EventKind.BITS;
  }

  public String counterId(int event) {
    return counterIds[counter(event)];
  }

  public int ad(int event) {
    return ads[event];
  }

  public long sequence(int event) {
    return sequences[event];
  }

  public EventKind kind(int event) {
    return KINDS[countersAndKinds[event] & (1 << EventKind.BITS) - 1];
  }

  public long timestampMs(int event) {
    return times.timestampMs(event);
  }

  /** A click's cost, the change of a budget, or 0 for an impression. */
  public long amountMicros(int event) {
    return amountMicros(event, paidFrom(event));
  }

  /** As {@link #amountMicros(int)}, with the event's {@link #paidFrom(int)}. */
  long amountMicros(int event, int paidFrom) {
    return paidFrom < paid.length && paid[paidFrom] == event ? amountsMicros[paidFrom] : 0;
  }

  /** The place of the first amount of this event or a later one. */
  int paidFrom(int event) {
    int at = Arrays.binarySearch(paid, event);
    return at < 0 ? -at - 1 : at;
  }

  /** The same, with the place for an earlier event. */
  int paidFrom(int event, int earlier) {
    int at = earlier;
    while (at < paid.length && paid[at] < event) {
      at++;
    }
    return at;
  }

  /** The judgement of a filtered click or a verdict; null for every other event. */
  public Judgement judgement(int event) {
    return judgements.of(event);
  }

  public AdEvent event(int event) {
    return new AdEvent(
        counterId(event),
        sequence(event),
        kind(event),
        adIdAt(ad(event)),
        timestampMs(event),
        amountMicros(event),
        judgement(event));
  }

  /** The events as objects, made when they are asked for. */
  public List<AdEvent> events() {
    return new AbstractList<>() {
      @Override
      public AdEvent get(int index) {
        return event(index);
      }

      @Override
      public int size() {
        return EventBatch.this.size();
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventBatch b && events().equals(b.events());
  }

  @Override
  public int hashCode() {
    return events().hashCode();
  }

  @Override
  public String toString() {
    return events().toString();
  }
}
