package clickcounter.tools.send;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.cli.StateDirectory;
import clickcounter.event.Close;
import clickcounter.event.CounterId;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.service.Transport;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Writes and sends the decisions of operators. Each decision is a counter of its own, such as
 * {@code ops-20131031_090000-k3f9xq}: event 0 is the decision, event 1 closes the counter. Both are
 * on disk before they are sent, so that a replay of the archive applies a decision that was lost on
 * the way.
 */
public final class OperatorLog {
  private final Path archive;
  private final Clock clock;
  private final RandomGenerator random;

  /** Archives where the setting {@code ops.archive} says. */
  public OperatorLog(Settings settings, Clock clock, RandomGenerator random) {
    this.archive = directoryIfAny(settings).orElseGet(() -> inState(StateDirectory.OWN.path()));
    this.clock = clock;
    this.random = random;
  }

  /**
   * Where decisions are archived; none for a user without a home, who cannot have made decisions.
   */
  public static Optional<Path> directoryIfAny(Settings settings) {
    String directory = settings.text(OpsSettingsTable.ARCHIVE);
    return directory.isEmpty()
        ? StateDirectory.OWN.ifAny().map(OperatorLog::inState)
        : Optional.of(Path.of(directory));
  }

  private static Path inState(Path state) {
    return state.resolve("ops-archive");
  }

  public record Written(String eventId, Path file) {}

  /**
   * Archives the decision and sends it.
   *
   * @param to {@link Ending#NO_END} closes the counter, or opens it again
   * @throws IOException if it could not be archived or sent; the message says whether it is in the
   *     archive
   */
  public Written writeOff(
      Transport queue, String counterId, long from, long to, String reason, boolean reopen)
      throws IOException {
    Instant now = clock.instant();
    String own = CounterId.create(CounterId.OPERATORS, now, random);
    WriteOffRequest request =
        new WriteOffRequest(own, 0, now.toEpochMilli(), reopen, counterId, from, to, reason);
    List<String> lines =
        List.of(
            EventWriter.toLine(request), EventWriter.toLine(new Close(own, 1, now.toEpochMilli())));
    Path file = archive.resolve(CounterId.OPERATORS).resolve(own + ".ndjson");
    write(file, lines);
    try {
      queue.send(lines);
      queue.flush();
    } catch (IOException e) {
      throw new IOException(
          IoErrors.message(e) + " (the event is in " + file + "; a replay of that file sends it)",
          e);
    }
    return new Written(request.eventId(), file);
  }

  private static void write(Path file, List<String> lines) throws IOException {
    try {
      AtomicFile.makeDirectories(file);
      byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
      AtomicFile.replace(file, text);
    } catch (IOException e) {
      throw new IOException(
          "%s. The decision was not sent. Free space there, or name another directory (%s)"
              .formatted(e.getMessage(), OpsSettingsTable.ARCHIVE.key()),
          e);
    }
  }
}
