package clickcounter.tools.generate;

import clickcounter.event.AdEvent;
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
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Judges clicks that made-up services log now: some are filtered, some are taken back a while
 * later, some of these are given back. It writes its verdicts to a file of their own before it
 * sends them, and sends some twice, as a job does that runs again. What it could not send it sends
 * with the next verdicts.
 *
 * <p>Services on any threads log clicks; one thread judges and closes.
 */
public final class VerdictAuthor {
  private static final double TWICE = 0.25;
  private static final int MOST_LINES = 100;
  private static final long RETRY_MS = 100;

  private final Path file;
  private final Transport transport;
  private final Clock clock;
  private final RandomGenerator random;

  /** Guarded by this. */
  private final InvalidTraffic traffic;

  private final List<String> unsent = new ArrayList<>();
  private volatile long verdicts;
  private volatile long linesTwice;

  /**
   * @param archive the directory of the file's directory
   * @param transport it is closed at the end
   * @param random used by several threads
   */
  public VerdictAuthor(
      Path archive,
      InvalidTraffic.Delay delay,
      Transport transport,
      Clock clock,
      RandomGenerator random)
      throws IOException {
    this.transport = transport;
    this.clock = clock;
    this.random = random;
    String counterId = CounterId.create(InvalidTraffic.AUTHOR, clock.instant(), random);
    Path directory = Files.createDirectories(archive.resolve(InvalidTraffic.AUTHOR));
    file = directory.resolve(counterId + ".ndjson");
    traffic = new InvalidTraffic(counterId, delay, random);
  }

  /**
   * A click happens: the service logs it, or filters it.
   *
   * @throws EventNotWrittenException if the service could not log it
   */
  public void click(EventLog service, String adId, long costMicros)
      throws EventNotWrittenException {
    String filter;
    synchronized (this) {
      filter = traffic.filterReason();
    }
    if (filter != null) {
      service.filteredClick(adId, filter);
      return;
    }
    AdEvent click = service.click(adId, costMicros);
    synchronized (this) {
      traffic.charged(click, clock.millis());
    }
  }

  /** Verdicts that it has written. */
  public long verdicts() {
    return verdicts;
  }

  /** Lines that it has sent twice on purpose. */
  public long linesTwice() {
    return linesTwice;
  }

  /**
   * Writes the verdicts that are due, and sends them if the queue can be reached.
   *
   * @throws IOException if they could not be written
   */
  public void judge() throws IOException {
    List<Event> due = new ArrayList<>();
    synchronized (this) {
      long nowMs = clock.millis();
      for (AdEvent next = traffic.next(nowMs); next != null; next = traffic.next(nowMs)) {
        due.add(next);
      }
    }
    write(due);
    verdicts += due.size();
    send();
  }

  /**
   * Ends its counter, and closes the transport. Clicks that are to be judged later never are.
   *
   * @param withinMs the time for which it waits for a queue that cannot be reached
   * @throws IOException if the file or the queue lacks verdicts
   */
  public void close(long withinMs) throws IOException, InterruptedException {
    try {
      judge();
      synchronized (this) {
        write(List.of(traffic.close(clock.millis())));
      }
      long endNs = System.nanoTime() + withinMs * 1_000_000;
      while (!send()) {
        if (System.nanoTime() > endNs) {
          throw new IOException(
              unsent.size() + " verdicts could not be sent; they are all in " + file);
        }
        Thread.sleep(RETRY_MS);
      }
    } finally {
      transport.close();
    }
  }

  private void write(List<Event> events) throws IOException {
    if (events.isEmpty()) {
      return;
    }
    List<String> lines = events.stream().map(EventWriter::toLine).toList();
    String text = String.join("\n", lines) + '\n';
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    unsent.addAll(lines);
  }

  /** Whether the queue has everything. */
  private boolean send() {
    try {
      while (!unsent.isEmpty()) {
        List<String> next = unsent.subList(0, Math.min(MOST_LINES, unsent.size()));
        List<String> lines = List.copyOf(next);
        transport.send(lines);
        next.clear();
        if (random.nextDouble() < TWICE) {
          linesTwice += lines.size();
          transport.send(lines);
        }
      }
      return true;
    } catch (IOException e) {
      // The queue may have them: then they are duplicates the next time.
      return false;
    }
  }
}
