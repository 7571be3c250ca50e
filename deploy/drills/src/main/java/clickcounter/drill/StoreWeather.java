package clickcounter.drill;

import clickcounter.drill.RiakLine.Weather;
import java.io.IOException;
import java.util.function.ToLongFunction;

/** The line to the store is bad for a while, in one of several ways. */
final class StoreWeather implements Drill {
  private static final long MOST_MS = 20_000;

  /** Around the time-out: some are answered in time, some are in doubt, all are done. */
  private static final long LEAST_SLOW_MS = Stage.RIAK_TIMEOUT_MS - 1_000;

  private static final long MOST_SLOW_MS = Stage.RIAK_TIMEOUT_MS + 1_500;

  private static final double SHARE = 0.15;

  private final String name;
  private final String fault;
  private final Weather weather;
  private final ToLongFunction<RiakLine> hits;
  private final String proof;

  private int times;
  private long hitsBefore = -1;
  private long doubtsBefore;

  private StoreWeather(
      String name, String fault, Weather weather, ToLongFunction<RiakLine> hits, String proof) {
    this.name = name;
    this.fault = fault;
    this.weather = weather;
    this.hits = hits;
    this.proof = proof;
  }

  static StoreWeather slow() {
    return new StoreWeather(
        "store-slow",
        "each put takes about as long as the bolts wait for it",
        Weather.slow(LEAST_SLOW_MS, MOST_SLOW_MS),
        line -> line.heldUp.sum(),
        "puts held up for " + LEAST_SLOW_MS + " to " + MOST_SLOW_MS + " ms");
  }

  static StoreWeather errors() {
    return new StoreWeather(
        "store-errors",
        "the store answers errors, half of them after it has done the put",
        Weather.bad(SHARE, SHARE, 0),
        line -> line.refused.sum() + line.deniedAfterwards.sum(),
        "puts answered with an error");
  }

  static StoreWeather silent() {
    return new StoreWeather(
        "store-silent",
        "the store does the put and answers nothing",
        Weather.bad(0, 0, SHARE),
        line -> line.answersLost.sum(),
        "answers dropped after the put was done");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    if (hitsBefore < 0) {
      hitsBefore = stage.riakLines().sum(hits);
      doubtsBefore = doubts(stage);
    }
    stage.requireWork();
    long hit = stage.riakLines().sum(hits);
    long doubts = doubts(stage);
    stage.riakLines().set(weather);
    try {
      stage.stay("the weather stays bad", Math.min(MOST_MS, stage.pace().lastingMs()));
      stage.awaitFault(proof, () -> stage.riakLines().sum(hits) > hit);
      stage.awaitFault("puts in doubt", () -> doubts(stage) > doubts);
    } finally {
      stage.riakLines().set(Weather.FAIR);
    }
    times++;
    return stage.backlog().awaitProgress(Stage.MEND_MS);
  }

  private static long doubts(Stage stage) throws IOException {
    return stage.counted("puts.doubt");
  }

  @Override
  public String proof(Stage stage) throws IOException {
    return "%d times; %,d %s, %,d of them in doubt for the bolts"
        .formatted(
            times, stage.riakLines().sum(hits) - hitsBefore, proof, doubts(stage) - doubtsBefore);
  }
}
