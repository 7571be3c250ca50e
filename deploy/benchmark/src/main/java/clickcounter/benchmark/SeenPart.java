package clickcounter.benchmark;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.shade.com.google.common.hash.BloomFilter;
import org.apache.storm.shade.com.google.common.hash.Funnels;
import org.apache.storm.shade.com.google.common.hash.Hashing;

/**
 * Compares what it takes to know which events of a day were seen: gap lists, a set of 8-byte
 * hashes, and Guava's Bloom filter (the copy in Storm's jar). Each gets the same lines, some twice
 * and out of order, and drops those that it takes for duplicates. Gap lists are exact, so what the
 * others drop beyond them is dropped wrongly.
 */
final class SeenPart implements Part {
  private static final String EVENT_ID = "\"eventId\":\"";
  private static final long LARGE_DAY_EVENTS = 135_000_000;

  /** So many copies of the small gap lists are large enough to be measured. */
  private static final int COPIES = 1_000;

  private static final double[] ERROR_RATES = {0.01, 0.0001};

  private final QueueMessages messages;
  private final long events;

  /**
   * @param events lines of the day, duplicates included
   */
  SeenPart(QueueMessages messages, long events) {
    this.messages = messages;
    this.events = events;
  }

  /** Decides whether an event was seen before, and remembers it. */
  interface Seen {
    boolean isNew(String counterId, long sequence, String eventId);
  }

  /**
   * What one of them took.
   *
   * @param accepted events that were not dropped
   */
  record Result(long heapBytes, long documentBytes, long accepted) {}

  @Override
  public void run(Figures figures) {
    GapLists gaps = new GapLists();
    long exact = accepted(gaps);
    figures.say(
        "to know what was seen of %,d lines, %,d events once and %,d again, by %d counters; in brackets by arithmetic for %,d events:",
        events, exact, events - exact, gaps.byCounter.size(), LARGE_DAY_EVENTS);
    say(figures, "gap lists", new Result(gaps.heapBytes(), gaps.documentBytes(), exact), exact);
    say(figures, "8-byte hashes", measure(() -> new Hashes(exact), 8 * exact), exact);
    for (double rate : ERROR_RATES) {
      Result result = measure(() -> new Bloom(exact, rate), 0);
      // Its document is its bits.
      result = new Result(result.heapBytes(), result.heapBytes(), result.accepted());
      say(figures, "a Bloom filter made for %.2f %%".formatted(100 * rate), result, exact);
    }
  }

  private static void say(Figures figures, String name, Result result, long exact) {
    double larger = (double) LARGE_DAY_EVENTS / exact;
    long wrong = exact - result.accepted();
    figures.say(
        "  %s: %,d bytes of heap (%,.0f), %,d in documents (%,.0f), %,d events wrongly dropped (%,.0f)",
        name,
        result.heapBytes(),
        larger * result.heapBytes(),
        result.documentBytes(),
        larger * result.documentBytes(),
        wrong,
        larger * wrong);
  }

  private Result measure(Supplier<Seen> made, long documentBytes) {
    long before = LiveHeap.bytes();
    Seen seen = made.get();
    long accepted = accepted(seen);
    long heap = LiveHeap.bytes() - before;
    Reference.reachabilityFence(seen);
    return new Result(heap, documentBytes, accepted);
  }

  /** How many events of the day are new to it. */
  long accepted(Seen seen) {
    long[] accepted = {0};
    Map<String, String> counterIds = new HashMap<>();
    messages.forEachInMemory(
        (text, lines) -> {
          for (int at = text.indexOf(EVENT_ID); at >= 0; at = text.indexOf(EVENT_ID, at)) {
            at += EVENT_ID.length();
            String eventId = text.substring(at, text.indexOf('"', at));
            int colon = eventId.lastIndexOf(':');
            String counterId = counterIds.computeIfAbsent(eventId.substring(0, colon), id -> id);
            long sequence = Long.parseLong(eventId, colon + 1, eventId.length(), 10);
            accepted[0] += seen.isNew(counterId, sequence, eventId) ? 1 : 0;
          }
        });
    return accepted[0];
  }

  /** What this project keeps. */
  static final class GapLists implements Seen {
    private final Map<String, GapList> byCounter = new HashMap<>();

    @Override
    public boolean isNew(String counterId, long sequence, String eventId) {
      return byCounter
          .computeIfAbsent(counterId, id -> new GapList())
          .mark(sequence, Traffic.START_MS);
    }

    long heapBytes() {
      List<GapList> copies = new ArrayList<>(COPIES * byCounter.size());
      long before = LiveHeap.bytes();
      for (int i = 0; i < COPIES; i++) {
        byCounter.values().forEach(list -> copies.add(list.copy()));
      }
      long bytes = (LiveHeap.bytes() - before) / COPIES;
      Reference.reachabilityFence(copies);
      return bytes;
    }

    long documentBytes() {
      WriteStamp write = new WriteStamp("0123456789abcdef-1", 1, List.of());
      long bytes = 0;
      for (Map.Entry<String, GapList> counter : byCounter.entrySet()) {
        CounterDocument document =
            new CounterDocument(
                counter.getKey(),
                counter.getValue(),
                false,
                Traffic.START_MS,
                LongRanges.of(),
                write);
        bytes += CounterDocumentCodec.write(document).length;
      }
      return bytes;
    }
  }

  /** A set of hashes, 8 bytes each, in a table that is at most two thirds full. */
  static final class Hashes implements Seen {
    private final long[] table;

    Hashes(long most) {
      table = new long[Math.toIntExact(most * 3 / 2 + 1)];
    }

    @Override
    public boolean isNew(String counterId, long sequence, String eventId) {
      long hash = Hashing.murmur3_128().hashString(eventId, StandardCharsets.US_ASCII).asLong();
      hash = hash == 0 ? 1 : hash; // 0 is an empty slot.
      int slot = (int) Long.remainderUnsigned(hash, table.length);
      while (table[slot] != 0) {
        if (table[slot] == hash) {
          return false;
        }
        slot = slot + 1 == table.length ? 0 : slot + 1;
      }
      table[slot] = hash;
      return true;
    }
  }

  /** Guava's filter, made for exactly as many events as come. */
  static final class Bloom implements Seen {
    private final BloomFilter<CharSequence> filter;

    Bloom(long events, double errorRate) {
      filter =
          BloomFilter.create(Funnels.stringFunnel(StandardCharsets.US_ASCII), events, errorRate);
    }

    @Override
    public boolean isNew(String counterId, long sequence, String eventId) {
      return filter.put(eventId);
    }
  }
}
