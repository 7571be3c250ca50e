package clickcounter.local;

import clickcounter.document.AdTotals;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** A day of events, the real one where it is there, and what the documents must say after it. */
final class DayTruth {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What truth.json tells of an ad. */
  record Sums(long budgetMicros, long clicks, long costMicros, long impressions) {
    static Sums of(AdTotals totals) {
      return new Sums(
          totals.budgetMicros(), totals.clicks(), totals.costMicros(), totals.impressions());
    }

    Sums without(JsonNode event) {
      boolean click = event.get("type").asText().equals("click");
      boolean impression = event.get("type").asText().equals("impression");
      return new Sums(
          budgetMicros - event.path("budgetMicros").asLong(0),
          clicks - (click ? 1 : 0),
          costMicros - event.path("costMicros").asLong(0),
          impressions - (impression ? 1 : 0));
    }
  }

  private final Path directory;
  private final JsonNode truth;

  private DayTruth(Path directory) throws IOException {
    this.directory = directory;
    this.truth = JSON.readTree(directory.resolve("truth.json").toFile());
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
        return new DayTruth(found);
      }
    }
    DemonstrationDay.in(empty, "--events", "40000", "--ads", "200", "--drop", "0.002");
    return new DayTruth(empty);
  }

  Path queue() {
    Path packed = directory.resolve("queue.ndjson.gz");
    return Files.exists(packed) ? packed : directory.resolve("queue.ndjson");
  }

  Path archive() {
    return directory.resolve("archive");
  }

  Map<String, Sums> ads() {
    Map<String, Sums> ads = new TreeMap<>();
    truth
        .get("ads")
        .properties()
        .forEach(
            ad ->
                ads.put(
                    ad.getKey(),
                    new Sums(
                        ad.getValue().get("budgetMicros").asLong(),
                        ad.getValue().get("clicks").asLong(),
                        ad.getValue().get("costMicros").asLong(),
                        ad.getValue().get("impressions").asLong())));
    return ads;
  }

  /** What is counted when the queue was played and nothing replayed. */
  Map<String, Sums> adsWithoutWhatNeverArrived() throws IOException {
    Map<String, Sums> ads = ads();
    Set<String> lost = new HashSet<>();
    neverArrived().forEach((counter, ids) -> ids.forEach(id -> lost.add(counter + ":" + id)));
    try (Stream<Path> files = Files.walk(archive())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String line : lines(file)) {
          JsonNode event = JSON.readTree(line);
          if (lost.remove(event.get("eventId").asText()) && event.has("adId")) {
            ads.computeIfPresent(event.get("adId").asText(), (ad, sums) -> sums.without(event));
          }
        }
      }
    }
    if (!lost.isEmpty()) {
      throw new AssertionError("in no archive: " + lost);
    }
    return ads;
  }

  static List<String> lines(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
  }

  Map<String, Long> eventsByCounter() {
    Map<String, Long> events = new TreeMap<>();
    truth
        .get("counters")
        .properties()
        .forEach(
            counter -> events.put(counter.getKey(), counter.getValue().get("events").asLong()));
    return events;
  }

  /** By counter; counters of which everything arrived have an empty set. */
  Map<String, Set<Long>> neverArrived() {
    Map<String, Set<Long>> lost = new TreeMap<>();
    truth
        .get("counters")
        .properties()
        .forEach(
            counter -> {
              Set<Long> ids = new TreeSet<>();
              counter.getValue().get("neverArrived").forEach(id -> ids.add(id.asLong()));
              lost.put(counter.getKey(), ids);
            });
    return lost;
  }
}
