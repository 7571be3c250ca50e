package clickcounter.event;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The payload of one tuple: the ad events of one JMS message that go to one ads task. */
public final class EventBatch {
  private final List<AdEvent> events;
  private final List<String> counterIds;
  private final int[] counterIndex;
  private final byte[][] ads;

  private EventBatch(List<AdEvent> events) {
    this.events = List.copyOf(events);
    Map<String, Integer> index = new LinkedHashMap<>();
    counterIndex = new int[events.size()];
    ads = new byte[events.size()][];
    for (int i = 0; i < events.size(); i++) {
      Integer at = index.putIfAbsent(events.get(i).counterId(), index.size());
      counterIndex[i] = at == null ? index.size() - 1 : at;
      ads[i] = events.get(i).adId().getBytes(StandardCharsets.UTF_8);
    }
    counterIds = new ArrayList<>(index.keySet());
  }

  public static EventBatch of(List<AdEvent> events) {
    return new EventBatch(events);
  }

  public int size() {
    return events.size();
  }

  public String counterId(int i) {
    return counterIds.get(counterIndex[i]);
  }

  public int counterIndex(int i) {
    return counterIndex[i];
  }

  public int counters() {
    return counterIds.size();
  }

  public String counterIdAt(int counterIndex) {
    return counterIds.get(counterIndex);
  }

  public long sequence(int i) {
    return events.get(i).sequence();
  }

  public EventKind kind(int i) {
    return events.get(i).kind();
  }

  public long timestampMs(int i) {
    return events.get(i).timestampMs();
  }

  public long amountMicros(int i) {
    return events.get(i).amountMicros();
  }

  public String adId(int i) {
    return events.get(i).adId();
  }

  public byte[] adBytes(int i) {
    return ads[i];
  }

  public int adHash(int i) {
    return adHash(ads[i], 0, ads[i].length);
  }

  /** A hash of an ad id's UTF-8 bytes, the same in all JVMs. */
  public static int adHash(byte[] name, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + name[i];
    }
    hash *= 0x9E3779B9;
    return hash ^ hash >>> 15;
  }

  public AdEvent event(int i) {
    return events.get(i);
  }

  public List<AdEvent> events() {
    return events;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventBatch b && events.equals(b.events);
  }

  @Override
  public int hashCode() {
    return events.hashCode();
  }
}
