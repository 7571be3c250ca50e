package clickcounter.console;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The workers' metrics endpoints. Who names the workers is asked by {@link #find}, beside the
 * polls: a slow Nimbus stops no number.
 *
 * <p>A worker that does not answer keeps its last numbers as long as it is named. When it answers
 * again, what it has counted meanwhile is growth.
 */
final class Workers {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  private final Supplier<List<URI>> naming;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();

  /** Of the thread that scrapes. */
  private final Map<URI, Scrape> last = new HashMap<>();

  /** Null before the first answer. */
  private volatile List<URI> named;

  Workers(Supplier<List<URI>> naming) {
    this.naming = naming;
  }

  /**
   * The metrics of all workers at one moment.
   *
   * @param all of silent workers, too, as they were
   * @param silent who does not answer
   */
  record Round(Scrape all, int answering, List<URI> silent) {}

  /** Finds out which workers there are. Takes as long as who names them. */
  void find() {
    named = List.copyOf(naming.get());
  }

  /** Whether it is known which workers there are. */
  boolean areKnown() {
    return named != null;
  }

  /** Where the workers serve their metrics. */
  List<URI> named() {
    return Objects.requireNonNullElse(named, List.of());
  }

  /** Asks all workers for their metrics. On one thread. */
  Round scrape() {
    Map<URI, String> answers = answers("/metrics");
    last.keySet().retainAll(answers.keySet());
    List<URI> silent = new ArrayList<>();
    answers.forEach(
        (worker, answer) -> {
          if (answer == null) {
            silent.add(worker);
          } else {
            last.put(worker, Scrape.read(answer));
          }
        });
    Scrape all = last.values().stream().reduce(new Scrape(Map.of()), Scrape::plus);
    return new Round(all, answers.size() - silent.size(), silent);
  }

  /** What each worker says at this path; null from one that does not answer. */
  Map<URI, String> answers(String path) {
    Map<URI, CompletableFuture<String>> asked = new LinkedHashMap<>();
    for (URI worker : named()) {
      HttpRequest request =
          HttpRequest.newBuilder(worker.resolve(path)).timeout(ANSWER_WITHIN).build();
      asked.put(
          worker,
          client
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .thenApply(answer -> answer.statusCode() == 200 ? answer.body() : null)
              .orTimeout(2 * ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
              .exceptionally(failure -> null));
    }
    Map<URI, String> answers = new LinkedHashMap<>();
    asked.forEach((worker, answer) -> answers.put(worker, answer.join()));
    return answers;
  }
}
