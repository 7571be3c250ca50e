package clickcounter.tools.generate;

import clickcounter.event.Close;
import clickcounter.event.CounterId;
import clickcounter.event.Event;
import clickcounter.event.EventWriter;
import clickcounter.service.EventLog;
import clickcounter.service.EventNotWrittenException;
import clickcounter.service.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Judges clicks that made-up services log now: some are filtered, some are taken back a while
 * later, some of these are given back. It writes its verdicts to a file of their own before it
 * sends them. What it could not send it sends with the next verdicts.
 *
 * <p>Services on any threads log clicks; one thread judges and closes.
 */
final class VerdictAuthor {
  private static final int MOST_LINES = 100;

  private final String counterId;
  private final Path file;
  private final Transport transport;
  private final InvalidTraffic traffic;
  private final List<String> unsent = new ArrayList<>();
  private volatile long events;

  /**
   * @param archive the directory of the file's directory
   * @param transport it is closed at the end
   * @param random used by several threads
   */
  VerdictAuthor(
      Path archive, InvalidTraffic.Delay delay, Transport transport, RandomGenerator random)
      throws IOException {
    this.transport = transport;
    counterId = CounterId.create(InvalidTraffic.AUTHOR, Instant.now(), random);
    Path directory = Files.createDirectories(archive.resolve(InvalidTraffic.AUTHOR));
    file = directory.resolve(counterId + ".ndjson");
    traffic = new InvalidTraffic(delay, random);
  }

  /** A click happens: the service logs it, or filters it. */
  void click(EventLog service, String adId, long costMicros) throws EventNotWrittenException {
    String filter = traffic.filterReason();
    if (filter != null) {
      service.filteredClick(adId, filter);
    } else {
      traffic.charged(service.click(adId, costMicros), System.currentTimeMillis());
    }
  }

  /** Verdicts that it has written, and the close event. */
  long events() {
    return events;
  }

  /**
   * Writes the verdicts that are due, and sends them if the queue can be reached.
   *
   * @throws IOException if they could not be written
   */
  void judge() throws IOException {
    long nowMs = System.currentTimeMillis();
    for (Event due = next(nowMs); due != null; due = next(nowMs)) {
      write(due);
    }
    send();
  }

  private Event next(long nowMs) {
    return traffic.next(counterId, events, nowMs);
  }

  /**
   * Ends its counter, and closes the transport. Clicks that are to be judged later never are.
   *
   * @throws IOException if the file or the queue lacks verdicts
   */
  void close() throws IOException {
    try (transport) {
      judge();
      write(new Close(counterId, events, System.currentTimeMillis()));
      if (!send()) {
        throw new IOException(
            unsent.size() + " verdicts could not be sent; they are all in " + file);
      }
    }
  }

  private void write(Event event) throws IOException {
    String line = EventWriter.toLine(event);
    Files.writeString(file, line + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    unsent.add(line);
    events++;
  }

  /** Whether the queue has everything. */
  private boolean send() {
    try {
      while (!unsent.isEmpty()) {
        List<String> next = unsent.subList(0, Math.min(MOST_LINES, unsent.size()));
        transport.send(List.copyOf(next));
        next.clear();
      }
      return true;
    } catch (IOException e) {
      // The queue may have them: then they are duplicates the next time.
      return false;
    }
  }
}
