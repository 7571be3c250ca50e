package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Texts;
import clickcounter.cluster.TopologyWatch.Look;
import clickcounter.metrics.Metric;
import clickcounter.scrape.Scrape;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Waits until a paused topology has nothing under way: each spout has stopped, no message is
 * pending, and no document was put for {@value #QUIET_MS} ms.
 */
record TopologyPause(TopologyWatch watch) {
  private static final long TELL_MS = 2_000;
  private static final String NO_METRICS =
      "what is under way is not known: it serves no metrics (metrics.portOffset=0)";

  /** An ad's document may be put once more, to forget settled ids, three seconds after its put. */
  private static final long QUIET_MS = 5_000;

  /**
   * A look at what is under way.
   *
   * @param isKnown if not, the text says why
   * @param puts since the workers started
   */
  private record UnderWay(boolean isKnown, boolean isStill, String text, long puts) {
    static UnderWay unknown(String why) {
      return new UnderWay(false, false, why, 0);
    }
  }

  /**
   * What is under way, or was while it was looked for; nothing if the topology is at rest.
   *
   * @throws IOException if that is not known
   */
  Optional<String> unrest() throws IOException {
    UnderWay last = settle(Duration.ZERO, line -> {});
    if (last != null && !last.isKnown()) {
      throw new IOException(last.text());
    }
    return Optional.ofNullable(last)
        .map(look -> look.isStill() ? "documents are being put" : look.text());
  }

  /**
   * Waits, and says how it ended.
   *
   * @return 0: nothing is under way. 1: something still is, after this time. 3: it is not known
   */
  int await(Duration wait) {
    if (watch.portOffset() == 0) {
      return watch.ended(ExitCode.FAILED, NO_METRICS);
    }
    UnderWay last = settle(wait, watch::tell);
    return last == null
        ? watch.ended(ExitCode.OK, "nothing is under way")
        : late(last, Texts.age(wait.toMillis()));
  }

  /** Waits until all is still; null then, else what was under way after this time. */
  private UnderWay settle(Duration wait, Consumer<String> progress) {
    long endMs = watch.nowMs() + wait.toMillis();
    long stillSinceMs = watch.nowMs();
    long tellMs = watch.nowMs();
    UnderWay before = look();
    while (true) {
      long nowMs = watch.nowMs();
      UnderWay look = look();
      boolean isStill = look.isStill() && look.puts() == before.puts();
      if (isStill && nowMs - stillSinceMs >= QUIET_MS) {
        return null;
      }
      if (!isStill && nowMs >= endMs) {
        return look;
      }
      if (nowMs >= tellMs) {
        progress.accept(look.text());
        tellMs = nowMs + TELL_MS;
      }
      stillSinceMs = isStill ? stillSinceMs : nowMs;
      before = look;
      watch.pause();
    }
  }

  private UnderWay look() {
    if (watch.portOffset() == 0) {
      return UnderWay.unknown(NO_METRICS);
    }
    Look look = watch.look();
    if (look.trouble() != null) {
      return UnderWay.unknown(look.trouble());
    }
    Set<String> silent = look.round().silent().keySet();
    if (!silent.isEmpty()) {
      return UnderWay.unknown(
          "what is under way is not known: no metrics from %s. The setting metrics.host says where they are served"
              .formatted(String.join(", ", silent)));
    }
    Scrape now = look.round().all();
    // A spout of a worker that was started meanwhile says nothing: it does not begin.
    long reading =
        now.values().entrySet().stream()
            .filter(each -> each.getKey().metric() == Metric.PAUSED && each.getValue() == 0)
            .count();
    long messages = (long) now.sum(Metric.PENDING_MESSAGES);
    long busy = (long) (now.sum(Metric.BUSY_DOCUMENTS) + now.sum(Metric.HELD_DELIVERIES));
    String text =
        "%s%s pending, %s documents and requests in work"
            .formatted(
                reading == 0 ? "" : Texts.count(reading, "spout") + " still reading, ",
                Texts.count(messages, "message"),
                Texts.number(busy));
    return new UnderWay(true, reading + messages + busy == 0, text, (long) now.sum(Metric.PUTS));
  }

  private int late(UnderWay look, String after) {
    if (!look.isKnown()) {
      return watch.ended(ExitCode.FAILED, "it is paused, but after " + after + " " + look.text());
    }
    return watch.ended(
        ExitCode.MISSING,
        "it is paused, but after %s not at rest: %s. A message that failed meanwhile waits for %s topology resume. If Riak does not answer, nothing gets done: see status"
            .formatted(after, look.text(), Home.launcher()));
  }
}
