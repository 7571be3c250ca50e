package clickcounter.scrape;

import clickcounter.cli.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Asks workers by HTTP, all at once. Thread-safe. */
public final class WorkerClient {
  private static final String ALL = "the workers";

  /**
   * On a machine that starts workers, two seconds were too few. One that is gone says so at once.
   */
  private static final Duration COMMAND_WAITS = Duration.ofSeconds(10);

  private static final Executor THREADS =
      Executors.newCachedThreadPool(DaemonThreads.named("workers"));

  private final int withinMs;

  public WorkerClient(Duration within) {
    withinMs = Math.toIntExact(within.toMillis());
  }

  /** For a command, which asks once and has no other answer. */
  public static WorkerClient ofCommand() {
    return new WorkerClient(COMMAND_WAITS);
  }

  /**
   * What the workers said.
   *
   * @param answers by worker
   * @param silent the workers that did not answer, each with the reason
   */
  public record Round(Map<String, Scrape> answers, Map<String, String> silent) {
    public Scrape all() {
      return answers.values().stream().reduce(Scrape.EMPTY, Scrape::plus);
    }

    /** The missing workers, each with the reason; all workers together are one. */
    public Map<String, String> missing() {
      if (answers.isEmpty()) {
        return Map.of(
            ALL,
            silent.isEmpty()
                ? "none is known"
                : "none serves metrics: "
                    + silent.entrySet().stream()
                        .map(each -> each.getKey() + " (" + each.getValue() + ")")
                        .collect(Collectors.joining(", ")));
      }
      Map<String, String> missing = new TreeMap<>();
      silent.forEach((worker, why) -> missing.put("the worker at " + worker, why));
      return missing;
    }
  }

  /**
   * Where a worker serves its metrics.
   *
   * @param portOffset from a worker's port to that of its metrics
   */
  public static URI endpoint(WorkerAddress worker, int portOffset) {
    return URI.create("http://" + worker.host() + ":" + (worker.port() + portOffset) + "/metrics");
  }

  /** Where these workers serve their metrics. */
  public static List<URI> endpoints(Collection<WorkerAddress> workers, int portOffset) {
    return workers.stream()
        .sorted(Comparator.comparing(WorkerAddress::host).thenComparing(WorkerAddress::port))
        .map(worker -> endpoint(worker, portOffset))
        .toList();
  }

  public Round metrics(Collection<URI> workers) {
    Map<URI, CompletableFuture<Answer>> asked = new LinkedHashMap<>();
    for (URI worker : workers) {
      asked.put(
          worker,
          CompletableFuture.supplyAsync(() -> answer(worker), THREADS)
              .completeOnTimeout(late(), 2L * withinMs, TimeUnit.MILLISECONDS));
    }
    Map<String, Scrape> answers = new TreeMap<>();
    Map<String, String> silent = new TreeMap<>();
    asked.forEach(
        (worker, coming) -> {
          Answer answer = coming.join();
          if (answer.why() == null) {
            answers.put(worker.getAuthority(), Scrape.read(answer.body()));
          } else {
            silent.put(worker.getAuthority(), answer.why());
          }
        });
    return new Round(answers, silent);
  }

  /** What a worker said, or why it said nothing. */
  private record Answer(String body, String why) {}

  private Answer answer(URI worker) {
    try {
      HttpURLConnection asked = (HttpURLConnection) worker.toURL().openConnection();
      asked.setConnectTimeout(withinMs);
      asked.setReadTimeout(withinMs);
      int status = asked.getResponseCode();
      if (status != HttpURLConnection.HTTP_OK) {
        return new Answer(null, "it answers with the status " + status);
      }
      try (InputStream body = asked.getInputStream()) {
        return new Answer(new String(body.readAllBytes(), StandardCharsets.UTF_8), null);
      }
    } catch (SocketTimeoutException e) {
      return late();
    } catch (IOException | IllegalArgumentException e) {
      return new Answer(null, "no connection, or it is cut off");
    }
  }

  private Answer late() {
    return new Answer(null, "it takes longer than " + withinMs + " ms");
  }
}
