package clickcounter.console;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Asks the workers for their numbers and their busiest ads. Names those that do not answer. */
final class Workers {
  private static final Duration WITHIN = Duration.ofSeconds(2);
  private static final int MOST_HOT_ADS = 20;
  private static final String GROUP = "the workers";

  private final Endpoints endpoints;
  private final Absences absences;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(WITHIN).build();

  Workers(Endpoints endpoints, Absences absences) {
    this.endpoints = endpoints;
    this.absences = absences;
  }

  /**
   * An answer.
   *
   * @param why why there is none; null if there is a body
   */
  private record Answer(URI from, String body, String why) {}

  /**
   * What the workers said.
   *
   * @param answers by worker
   * @param silent the workers that did not answer
   */
  record Round(Map<String, Scrape> answers, List<String> silent) {}

  /** Where the workers serve their metrics, as {@code host:port}. */
  List<String> targets() {
    return endpoints.all().stream().map(URI::getAuthority).toList();
  }

  Round round() {
    Map<String, Scrape> answers = new TreeMap<>();
    Map<String, String> silent = new TreeMap<>();
    for (Answer answer : ask("/metrics")) {
      if (answer.why() == null) {
        answers.put(answer.from().getAuthority(), Scrape.read(answer.body()));
      } else {
        silent.put(answer.from().getAuthority(), answer.why());
      }
    }
    absences.away("Nimbus", endpoints.trouble());
    absences.away(GROUP, reasons(answers.isEmpty(), silent));
    return new Round(answers, List.copyOf(silent.keySet()));
  }

  private static Map<String, String> reasons(boolean all, Map<String, String> silent) {
    if (silent.isEmpty() && all) {
      return Map.of(GROUP, "none is known");
    }
    if (all) {
      return Map.of(GROUP, "none serves metrics at " + String.join(", ", silent.keySet()));
    }
    Map<String, String> reasons = new HashMap<>();
    silent.forEach((worker, why) -> reasons.put("the worker at " + worker, why));
    return reasons;
  }

  /** The busiest ads of all workers that answer, the busiest first. */
  List<HotAdRow> hotAds() {
    return ask("/hot.json").stream()
        .filter(answer -> answer.why() == null)
        .flatMap(answer -> HotAdRow.read(answer.body()).stream())
        .sorted(Comparator.comparingDouble(HotAdRow::eventsPerMinute).reversed())
        .limit(MOST_HOT_ADS)
        .toList();
  }

  private List<Answer> ask(String path) {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (URI endpoint : endpoints.all()) {
      HttpRequest request = HttpRequest.newBuilder(endpoint.resolve(path)).timeout(WITHIN).build();
      answers.add(
          client
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .thenApply(answer -> answer(endpoint, answer))
              .orTimeout(2 * WITHIN.toMillis(), TimeUnit.MILLISECONDS)
              .exceptionally(failure -> new Answer(endpoint, null, why(failure))));
    }
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static Answer answer(URI endpoint, HttpResponse<String> answer) {
    return answer.statusCode() == 200
        ? new Answer(endpoint, answer.body(), null)
        : new Answer(endpoint, null, "it answers with the status " + answer.statusCode());
  }

  private static String why(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof HttpTimeoutException
        ? "it takes longer than " + WITHIN.toSeconds() + " s"
        : "no connection, or it is cut off";
  }
}
