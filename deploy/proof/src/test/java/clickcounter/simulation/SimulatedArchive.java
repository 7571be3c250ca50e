package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.ClockLimit;
import clickcounter.event.Close;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.recount.ArchivedEvents;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * What the archives of a life had when they were opened.
 *
 * @param events that were archived
 * @param makes is told which events are to be recorded of a counter
 */
record SimulatedArchive(List<clickcounter.event.Event> events, BiConsumer<String, LongRanges> makes)
    implements ArchivedEvents {
  private Stream<AdEvent> ofAds() {
    return events.stream().filter(AdEvent.class::isInstance).map(AdEvent.class::cast);
  }

  @Override
  public Set<String> adsOf(Set<String> counterIds) {
    Set<String> ads = new TreeSet<>();
    ofAds().filter(e -> counterIds.contains(e.counterId())).forEach(e -> ads.add(e.adId()));
    return ads;
  }

  private Map<String, LongRanges> ids() {
    Map<String, LongRanges> ids = new HashMap<>();
    events.forEach(
        e -> ids.computeIfAbsent(e.counterId(), id -> new LongRanges()).add(e.sequence()));
    return ids;
  }

  @Override
  public Map<String, LongRanges> archived(Map<String, LongRanges> numbers) {
    Map<String, LongRanges> archived = ids();
    archived.keySet().retainAll(numbers.keySet());
    return archived;
  }

  @Override
  public Map<String, LongRanges> lacking(Collection<CounterReading> counters) {
    Map<String, LongRanges> archived = ids();
    Map<String, LongRanges> lacking = new HashMap<>();
    for (CounterReading counter : counters) {
      LongRanges ids = counter.counted();
      ids.removeAll(archived.getOrDefault(counter.counterId(), new LongRanges()));
      if (!ids.isEmpty()) {
        lacking.put(counter.counterId(), ids);
      }
    }
    return lacking;
  }

  @Override
  public Stream<Event> events(Set<String> adIds) {
    return ofAds()
        .filter(e -> adIds.contains(e.adId()))
        .sorted(Comparator.comparing(AdEvent::adId))
        .map(
            e ->
                new Event(
                    e.adId(),
                    e.counterId(),
                    e.sequence(),
                    e.kind(),
                    e.timestampMs(),
                    e.amountMicros()));
  }

  @Override
  public List<WriteOffRequest> decisions() {
    return events.stream()
        .filter(WriteOffRequest.class::isInstance)
        .map(WriteOffRequest.class::cast)
        .toList();
  }

  @Override
  public List<ArchivedCounter> counters(
      Set<String> counterIds, Map<String, LongRanges> leftOut, ClockLimit times) {
    return counterIds.stream().map(id -> counter(id, leftOut.get(id))).toList();
  }

  private ArchivedCounter counter(String counterId, LongRanges leftOut) {
    List<clickcounter.event.Event> of =
        events.stream().filter(e -> e.counterId().equals(counterId)).toList();
    LongRanges ids = new LongRanges();
    of.forEach(e -> ids.add(e.sequence()));
    if (leftOut != null) {
      ids.removeAll(leftOut);
    }
    makes.accept(counterId, ids);
    long lastMs = of.stream().mapToLong(clickcounter.event.Event::timestampMs).max().orElse(0);
    boolean closed = of.stream().anyMatch(e -> e instanceof Close && ids.contains(e.sequence()));
    return new ArchivedCounter(counterId, ids, lastMs, closed);
  }
}
