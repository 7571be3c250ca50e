package clickcounter.tools.judge;

import clickcounter.cli.AtomicFile;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdicts that are new. A click that the judge finds is invalidated unless a verdict on it is
 * in force. A click that it invalidated before and finds no more is reinstated. What other authors
 * decided stays: a click that one of them invalidated is not invalidated again, and one that one of
 * them reinstated stays charged.
 *
 * <p>A run's file is there as a whole or not at all. So a run that was killed wrote nothing, and
 * the next one decides anew; after one that was not, the next one reads what it wrote.
 *
 * @param counterId in which they are numbered from 0 on, in the order of the clicks' ids
 * @param stands found clicks that an earlier verdict invalidates already
 * @param left found clicks that another author reinstated
 */
public record Differences(
    String counterId, List<AdEvent> verdicts, long stands, long left, long decidedAtMs) {
  public Differences {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Compares.
   *
   * @param reasons why each click is invalid; null for those that are valid
   * @param decidedAtMs the time of the verdicts
   */
  public static Differences of(Author author, JudgedDay day, String[] reasons, long decidedAtMs) {
    String counterId = author.nextCounter(day.past().counters());
    List<AdEvent> verdicts = new ArrayList<>();
    long stands = 0;
    long left = 0;
    for (int i = 0; i < reasons.length; i++) {
      if (!day.clicks().isOfDay(i)) {
        continue;
      }
      Click click = day.clicks().get(i);
      Map<String, Integer> past = day.past().inForce(click);
      boolean isFound = reasons[i] != null;
      boolean isReinstated = isReinstatedByOthers(author, past);
      EventKind kind = null;
      if (isFound && past.values().stream().mapToInt(Integer::intValue).sum() > 0) {
        stands++;
      } else if (isFound && isReinstated) {
        left++;
      } else if (isFound) {
        kind = EventKind.INVALIDATION;
      } else if (past.getOrDefault(author.name(), 0) > 0 && !isReinstated) {
        kind = EventKind.REINSTATEMENT;
      }
      if (kind != null) {
        String reason = isFound ? reasons[i] : author.reason();
        verdicts.add(
            new AdEvent(
                counterId,
                verdicts.size(),
                kind,
                click.adId(),
                decidedAtMs,
                click.costMicros(),
                new Judgement(reason, click.id(), author.name())));
      }
    }
    return new Differences(counterId, verdicts, stands, left, decidedAtMs);
  }

  private static boolean isReinstatedByOthers(Author author, Map<String, Integer> inForce) {
    return inForce.entrySet().stream()
        .anyMatch(by -> by.getValue() < 0 && !by.getKey().equals(author.name()));
  }

  public boolean isEmpty() {
    return verdicts.isEmpty();
  }

  public long count(EventKind kind) {
    return verdicts.stream().filter(verdict -> verdict.kind() == kind).count();
  }

  /** By how much the costs of all ads fall; below 0 if they rise. */
  public long takenBackMicros() {
    return verdicts.stream().mapToLong(v -> v.kind().invalidClicks() * v.amountMicros()).sum();
  }

  /**
   * Writes the archive file of the counter, which is there as a whole or not at all. Its last line
   * closes the counter.
   *
   * @throws IOException if it cannot be written, or is there already
   */
  public Path write(Path directory) throws IOException {
    Path file = directory.resolve(counterId + ".ndjson");
    if (Files.exists(file)) {
      throw new IOException(
          file
              + " is there, but no event of its counter was read from it: expected no such file."
              + " Nothing was written. What is it?");
    }
    Event close = new Close(counterId, verdicts.size(), decidedAtMs);
    String lines =
        Stream.concat(verdicts.stream(), Stream.of(close))
            .map(event -> EventWriter.toLine(event) + "\n")
            .collect(Collectors.joining());
    AtomicFile.makeDirectories(file);
    AtomicFile.replace(file, lines.getBytes(StandardCharsets.UTF_8));
    return file;
  }
}
