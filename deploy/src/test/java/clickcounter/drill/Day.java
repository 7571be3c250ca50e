package clickcounter.drill;

import clickcounter.cluster.AuditResult;
import clickcounter.cluster.Operator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/** A made up day of events that is sent to a cluster and compared with its documents. */
final class Day {
  private final Path directory;
  private final Operator operator;

  private Day(Path directory, Operator operator) {
    this.directory = directory;
    this.operator = operator;
  }

  /**
   * What to make up.
   *
   * @param drop the probability that an event never reaches the queue
   * @param duplicate the probability that it arrives twice
   */
  record Shape(long events, int ads, int counters, double drop, double duplicate, long seed) {}

  /** Makes one up in an empty directory. */
  static Day generate(Shape shape, Path directory, Operator operator) throws IOException {
    operator.run(
        "generate",
        "--out",
        directory.toString(),
        "--events",
        Long.toString(shape.events()),
        "--ads",
        Integer.toString(shape.ads()),
        "--counters",
        Integer.toString(shape.counters()),
        "--drop",
        Double.toString(shape.drop()),
        "--duplicate",
        Double.toString(shape.duplicate()),
        "--seed",
        Long.toString(shape.seed()));
    return new Day(directory, operator);
  }

  /** What arrives at the queue: in disorder, some lost, some twice. */
  Path arrivals() {
    return directory.resolve("queue.ndjson");
  }

  /** All that the services wrote. */
  Path archive() {
    return directory.resolve("archive");
  }

  /** Sends event lines to the cluster's queue, as fast as the broker takes them. */
  void send(Path events, int linesPerMessage) throws IOException {
    operator.replay(
        events, linesPerMessage, 0, directory.resolve(events.getFileName() + ".checkpoint"));
  }

  /** How many events were lost on the way to the queue. */
  long lostOnTheWay() throws IOException {
    JsonNode truth = new ObjectMapper().readTree(directory.resolve("truth.json").toFile());
    return truth.get("events").asLong() - truth.get("arrivedDistinct").asLong();
  }

  /** Compares the archive with the documents. */
  AuditResult audit() throws IOException {
    return operator.audit(archive());
  }
}
