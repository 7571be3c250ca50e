package clickcounter.local;

import clickcounter.document.AdTotals;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Truth;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A day of events, the real one where it is there, and what the documents must say after it. */
final class DayTruth {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  private final Told truth;

  /** What truth.json of the real log tells, or the lines of a day that is made up. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Told(TreeMap<String, Sums> ads, TreeMap<String, Counter> counters) {}

  /** What it tells of a counter. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Counter(long events, SortedSet<Long> neverArrived) {}

  /** What it tells of an ad. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Sums(long budgetMicros, long clicks, long costMicros, long impressions) {
    static Sums of(AdTotals totals) {
      return new Sums(
          totals.budgetMicros(), totals.clicks(), totals.costMicros(), totals.impressions());
    }

    Sums without(JsonNode event) {
      String type = event.get("type").asText();
      return new Sums(
          budgetMicros - event.path("budgetMicros").asLong(),
          clicks - (type.equals("click") ? 1 : 0),
          costMicros - event.path("costMicros").asLong(),
          impressions - (type.equals("impression") ? 1 : 0));
    }
  }

  private DayTruth(Path directory, JsonNode truth) throws IOException {
    this.directory = directory;
    this.truth = JSON.treeToValue(truth, Told.class);
  }

  /**
   * The real log, found above the working directory; where it is not there, a day that is made up.
   *
   * @param empty where that day is put
   */
  static DayTruth realOrMadeUp(Path empty) throws IOException {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path found = at.resolve("shared/data/zozotown");
      if (Files.isDirectory(found)) {
        return new DayTruth(found, JSON.readTree(found.resolve("truth.json").toFile()));
      }
    }
    DemonstrationDay.in(empty, "--events", "40000", "--ads", "200", "--drop", "0.002");
    return new DayTruth(empty, Truth.of(empty));
  }

  Path queue() {
    Path packed = directory.resolve("queue.ndjson.gz");
    return Files.exists(packed) ? packed : directory.resolve("queue.ndjson");
  }

  Path archive() {
    return directory.resolve("archive");
  }

  Map<String, Sums> ads() {
    return truth.ads;
  }

  /** What is counted when the queue was played and nothing replayed. */
  Map<String, Sums> adsWithoutWhatNeverArrived() throws IOException {
    Map<String, Sums> ads = new TreeMap<>(truth.ads);
    Set<String> lost = new HashSet<>();
    neverArrived().forEach((counter, ids) -> ids.forEach(id -> lost.add(counter + ":" + id)));
    for (String line : archived()) {
      JsonNode event = JSON.readTree(line);
      if (lost.remove(event.get("eventId").asText()) && event.has("adId")) {
        ads.computeIfPresent(event.get("adId").asText(), (ad, sums) -> sums.without(event));
      }
    }
    if (!lost.isEmpty()) {
      throw new AssertionError("in no archive: " + lost);
    }
    return ads;
  }

  private List<String> archived() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(archive())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines.addAll(EventFiles.read(file));
      }
    }
    return lines;
  }

  Map<String, Long> eventsByCounter() {
    Map<String, Long> events = new TreeMap<>();
    truth.counters.forEach((counterId, counter) -> events.put(counterId, counter.events));
    return events;
  }

  /** By counter; counters of which everything arrived have an empty set. */
  Map<String, Set<Long>> neverArrived() {
    Map<String, Set<Long>> lost = new TreeMap<>();
    truth.counters.forEach((counterId, counter) -> lost.put(counterId, counter.neverArrived));
    return lost;
  }
}
