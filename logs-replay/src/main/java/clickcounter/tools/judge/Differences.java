package clickcounter.tools.judge;

import clickcounter.cli.AtomicFile;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.table.Table;
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
 * in force. A click that it invalidated before and finds no more is reinstated. What other authors
 * decided stays: a click that one of them invalidated is not invalidated again, and one that one of
 * them reinstated stays charged.
 *
 * <p>A run's file is there as a whole or not at all. So a run that was killed wrote nothing, and
 * the next one decides again; after one that was not, the next one reads what it wrote.
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

  /** Compares what was found with what is in force. */
  static Differences of(Table table, RulesFile rules, String counterId, long decidedAtMs)
      throws IOException {
    List<AdEvent> verdicts = new ArrayList<>();
    long[] others = new long[2];
    table.ask(
        "judge-differences",
        row -> {
          String decision = row.getString("decision");
          boolean isFound = decision.equals("invalidation");
          if (isFound || decision.equals("reinstatement")) {
            verdicts.add(
                new AdEvent(
                    counterId,
                    verdicts.size(),
                    isFound ? EventKind.INVALIDATION : EventKind.REINSTATEMENT,
                    row.getString("ad"),
                    decidedAtMs,
                    row.getLong("micros"),
                    new Judgement(
                        isFound ? row.getString("reason") : rules.reason(),
                        row.getString("counter") + ":" + row.getLong("sequence"),
                        rules.author())));
          } else {
            others[decision.equals("stands") ? 0 : 1]++;
          }
        });
    return new Differences(counterId, verdicts, others[0], others[1], decidedAtMs);
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
