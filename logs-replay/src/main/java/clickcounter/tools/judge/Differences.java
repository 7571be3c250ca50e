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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdicts that are new. A click that the judge finds is invalidated unless a verdict on it is
 * in force. A click that it invalidated before and finds no more is reinstated. What others decided
 * stays: a click that they invalidated is not invalidated again, and one that they reinstated stays
 * charged.
 *
 * @param counterId in which they are numbered from 0 on, in the order of the clicks' ids
 * @param stands found clicks that an earlier verdict invalidates already
 * @param left found clicks that this judge invalidated and others reinstated
 */
public record Differences(
    String counterId, List<AdEvent> verdicts, long stands, long left, long closedAtMs) {
  public Differences {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Compares.
   *
   * @param reasons why each click is invalid; null for those that are valid
   */
  public static Differences of(Author author, JudgedDay day, String[] reasons) {
    String counterId = author.nextCounter(day.past().ownCounters());
    List<AdEvent> verdicts = new ArrayList<>();
    long stands = 0;
    long left = 0;
    for (int i = 0; i < reasons.length; i++) {
      if (!day.clicks().isOfDay(i)) {
        continue;
      }
      Click click = day.clicks().get(i);
      int own = day.past().inForce(click, true);
      int others = day.past().inForce(click, false);
      String reason = reasons[i];
      if (reason != null && own + others > 0) {
        stands++;
      } else if (reason != null && others < 0) {
        left++;
      } else if (reason != null) {
        verdicts.add(verdict(counterId, verdicts.size(), EventKind.INVALIDATION, click, reason));
      } else if (own > 0 && others >= 0) {
        verdicts.add(
            verdict(counterId, verdicts.size(), EventKind.REINSTATEMENT, click, author.reason()));
      }
    }
    return new Differences(counterId, verdicts, stands, left, author.toMs());
  }

  private static AdEvent verdict(
      String counterId, long sequence, EventKind kind, Click click, String reason) {
    return new AdEvent(
        counterId,
        sequence,
        kind,
        click.adId(),
        click.timestampMs(),
        click.costMicros(),
        new Judgement(reason, click.id()));
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
   * closes the counter, at the end of the day.
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
    Event close = new Close(counterId, verdicts.size(), closedAtMs);
    String lines =
        Stream.concat(verdicts.stream(), Stream.of(close))
            .map(event -> EventWriter.toLine(event) + "\n")
            .collect(Collectors.joining());
    AtomicFile.makeDirectories(file);
    AtomicFile.replace(file, lines.getBytes(StandardCharsets.UTF_8));
    return file;
  }
}
