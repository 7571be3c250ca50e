package clickcounter.event;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the events of a batch. Each counter and each ad is stored once.
 *
 * <p>Counters and ads get their numbers in the order of their first events: who asks for a number
 * adds its event next. Can be used for the next batch after {@link #build}. Not thread-safe.
 */
public final class EventBatchBuilder {
  private static final int SMALLEST = 16;

  /** A free place in a table of numbers. */
  private static final int EMPTY = -1;

  private String[] counterIds = new String[SMALLEST];
  private int[] counterTable = emptyTable(2 * SMALLEST);
  private int counters;

  private byte[] adNames = new byte[8 * SMALLEST];
  private int[] adEnds = new int[SMALLEST];
  private int[] adTable = emptyTable(2 * SMALLEST);
  private int ads;

  private int[] countersAndKinds = new int[SMALLEST];
  private int[] adOf = new int[SMALLEST];
  private long[] sequences = new long[SMALLEST];
  private long[] timestampsMs = new long[SMALLEST];
  private int size;

  private int[] paid = new int[4];
  private long[] amountsMicros = new long[4];
  private int paidEvents;

  private int[] judged = new int[0];
  private Judgement[] judgements = new Judgement[0];
  private int judgedEvents;

  private static int[] emptyTable(int places) {
    int[] table = new int[places];
    Arrays.fill(table, EMPTY);
    return table;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void add(AdEvent event) {
    byte[] name = AdIds.bytes(event.adId());
    int ad = ad(name, 0, name.length);
    if (event.judgement() != null) {
      appendJudgement(event.judgement());
    }
    append(
        counter(event.counterId()),
        ad,
        event.kind(),
        event.sequence(),
        event.timestampMs(),
        event.amountMicros());
  }

  /** Adds the event of a line that {@link CanonicalLine} has read; it is valid therefore. */
  public void add(CanonicalLine line, String counterId) {
    append(
        counter(counterId),
        ad(line.bytes(), line.adFrom(), line.adTo()),
        line.kind(),
        line.sequence(),
        line.timestampMs(),
        line.amountMicros());
  }

  /**
   * Adds an event by its columns that nobody judged.
   *
   * @param counter as {@link #counter} gave it
   * @param ad as {@link #ad} gave it
   * @throws IllegalArgumentException when a value is beyond its limit
   */
  public void add(
      int counter, int ad, EventKind kind, long sequence, long timestampMs, long amountMicros) {
    add(counter, ad, kind, sequence, timestampMs, amountMicros, null);
  }

  /**
   * Adds an event by its columns.
   *
   * @param counter as {@link #counter} gave it
   * @param ad as {@link #ad} gave it
   * @param judgement null for none
   * @throws IllegalArgumentException when a value is beyond its limit, or the judgement does not
   *     belong to this kind
   */
  public void add(
      int counter,
      int ad,
      EventKind kind,
      long sequence,
      long timestampMs,
      long amountMicros,
      Judgement judgement) {
    EventLimits.requireRanges(kind, sequence, timestampMs, amountMicros);
    Judgement.requireFor(kind, judgement);
    if (judgement != null) {
      appendJudgement(judgement);
    }
    append(counter, ad, kind, sequence, timestampMs, amountMicros);
  }

  /**
   * The number of a counter, a new one if it is new.
   *
   * @throws IllegalArgumentException when it is no counter id
   */
  public int counter(String counterId) {
    int mask = counterTable.length - 1;
    int at = spread(counterId.hashCode()) & mask;
    while (counterTable[at] != EMPTY) {
      String known = counterIds[counterTable[at]];
      if (known == counterId || known.equals(counterId)) {
        return counterTable[at];
      }
      at = at + 1 & mask;
    }
    EventLimits.requireCounterId(counterId);
    if (counters == counterIds.length) {
      counterIds = Arrays.copyOf(counterIds, 2 * counters);
    }
    counterIds[counters] = CounterNames.shared(counterId);
    counterTable[at] = counters++;
    if (2 * counters == counterTable.length) {
      counterTable = emptyTable(4 * counters);
      for (int i = 0; i < counters; i++) {
        place(counterTable, spread(counterIds[i].hashCode()), i);
      }
    }
    return counters - 1;
  }

  /**
   * The number of an ad, a new one if it is new.
   *
   * @throws IllegalArgumentException when these bytes are no ad id in UTF-8
   */
  public int ad(byte[] names, int from, int to) {
    int hash = AdIds.hash(names, from, to);
    int mask = adTable.length - 1;
    int at = hash & mask;
    while (adTable[at] != EMPTY) {
      int known = adTable[at];
      if (Arrays.equals(adNames, adFrom(known), adEnds[known], names, from, to)) {
        return known;
      }
      at = at + 1 & mask;
    }
    requireAdId(names, from, to);
    appendName(names, from, to);
    if (ads == adEnds.length) {
      adEnds = Arrays.copyOf(adEnds, 2 * ads);
    }
    adEnds[ads] = adFrom(ads) + to - from;
    adTable[at] = ads++;
    if (2 * ads == adTable.length) {
      adTable = emptyTable(4 * ads);
      for (int i = 0; i < ads; i++) {
        place(adTable, AdIds.hash(adNames, adFrom(i), adEnds[i]), i);
      }
    }
    return ads - 1;
  }

  private int adFrom(int ad) {
    return ad == 0 ? 0 : adEnds[ad - 1];
  }

  private void appendName(byte[] names, int from, int to) {
    int end = adFrom(ads) + to - from;
    if (end > adNames.length) {
      adNames = Arrays.copyOf(adNames, Math.max(end, 2 * adNames.length));
    }
    System.arraycopy(names, from, adNames, adFrom(ads), to - from);
  }

  private static void requireAdId(byte[] names, int from, int to) {
    int chars = to - from;
    for (int i = from; i < to; i++) {
      if (names[i] < 0) {
        chars = charsOf(names, from, to);
        break;
      }
    }
    if (chars < 1 || chars > EventLimits.MAX_AD_ID_LENGTH) {
      throw new IllegalArgumentException(
          "adId: expected 1 to " + EventLimits.MAX_AD_ID_LENGTH + " characters, got " + chars);
    }
  }

  private static int charsOf(byte[] names, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(names, from, to - from))
          .length();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("adId: expected UTF-8, found other bytes", e);
    }
  }

  private static void place(int[] table, int hash, int index) {
    int mask = table.length - 1;
    int at = hash & mask;
    while (table[at] != EMPTY) {
      at = at + 1 & mask;
    }
    table[at] = index;
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 16;
  }

  private void append(
      int counter, int ad, EventKind kind, long sequence, long timestampMs, long amountMicros) {
    if (size == sequences.length) {
      countersAndKinds = Arrays.copyOf(countersAndKinds, 2 * size);
      adOf = Arrays.copyOf(adOf, 2 * size);
      sequences = Arrays.copyOf(sequences, 2 * size);
      timestampsMs = Arrays.copyOf(timestampsMs, 2 * size);
    }
    countersAndKinds[size] = counter << EventKind.BITS | kind.ordinal();
    adOf[size] = ad;
    sequences[size] = sequence;
    timestampsMs[size] = timestampMs;
    if (amountMicros != 0) {
      appendAmount(amountMicros);
    }
    size++;
  }

  private void appendAmount(long amountMicros) {
    if (paidEvents == paid.length) {
      paid = Arrays.copyOf(paid, 2 * paidEvents);
      amountsMicros = Arrays.copyOf(amountsMicros, 2 * paidEvents);
    }
    paid[paidEvents] = size;
    amountsMicros[paidEvents] = amountMicros;
    paidEvents++;
  }

  private void appendJudgement(Judgement judgement) {
    if (judgedEvents == judged.length) {
      int places = Math.max(4, 2 * judgedEvents);
      judged = Arrays.copyOf(judged, places);
      judgements = Arrays.copyOf(judgements, places);
    }
    judged[judgedEvents] = size;
    judgements[judgedEvents] = judgement;
    judgedEvents++;
  }

  private Judgements judgements() {
    return judgedEvents == 0
        ? Judgements.NONE
        : new Judgements(
            Arrays.copyOf(judged, judgedEvents), Arrays.copyOf(judgements, judgedEvents));
  }

  /** The batch of the events added since the last one was built. */
  public EventBatch build() {
    EventBatch batch =
        new EventBatch(
            Arrays.copyOf(counterIds, counters),
            Arrays.copyOf(adNames, adFrom(ads)),
            Arrays.copyOf(adEnds, ads),
            Arrays.copyOf(countersAndKinds, size),
            Arrays.copyOf(adOf, size),
            Arrays.copyOf(sequences, size),
            EventTimes.of(timestampsMs, size),
            Arrays.copyOf(paid, paidEvents),
            Arrays.copyOf(amountsMicros, paidEvents),
            judgements());
    Arrays.fill(counterIds, 0, counters, null);
    counterTable = cleared(counterTable, counters);
    adTable = cleared(adTable, ads);
    counters = 0;
    ads = 0;
    size = 0;
    paidEvents = 0;
    Arrays.fill(judgements, 0, judgedEvents, null);
    judgedEvents = 0;
    return batch;
  }

  /** Clearing the table of one large batch for each small one would cost more than all else. */
  private static int[] cleared(int[] table, int used) {
    if (table.length > 16 * (used + SMALLEST)) {
      return emptyTable(2 * SMALLEST);
    }
    Arrays.fill(table, EMPTY);
    return table;
  }
}
