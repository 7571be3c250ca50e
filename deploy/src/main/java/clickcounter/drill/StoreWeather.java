package clickcounter.drill;

import clickcounter.drill.RiakLine.Weather;
import java.io.IOException;
import java.util.function.ToLongFunction;

/** The line to the store is bad for a while, in one of several ways. */
final class StoreWeather implements Drill {
  private static final long MOST_MS = 20_000;
  private static final long SLOW_MS = 3_000;
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
        "each put takes " + SLOW_MS / 1_000 + " s",
        new Weather(SLOW_MS - SLOW_MS / 10, 0, 0, 0),
        line -> line.heldUp.sum(),
        "puts held up for " + (SLOW_MS - SLOW_MS / 10) + " ms");
  }

  static StoreWeather errors() {
    return new StoreWeather(
        "store-errors",
        "the store answers errors, half of them after it has done the put",
        new Weather(0, SHARE, SHARE, 0),
        line -> line.refused.sum() + line.deniedAfterwards.sum(),
        "puts answered with an error");
  }

  static StoreWeather silent() {
    return new StoreWeather(
        "store-silent",
        "the store does the put and answers nothing",
        new Weather(0, 0, 0, SHARE),
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
      hitsBefore = hits.applyAsLong(stage.riakLine());
      doubtsBefore = stage.counted("puts.doubt");
    }
    stage.requireWork();
    stage.riakLine().set(weather);
    try {
      Thread.sleep(Math.min(MOST_MS, stage.pace().lastingMs()));
    } finally {
      stage.riakLine().set(Weather.FAIR);
    }
    times++;
    return stage.backlog().awaitProgress(Stage.MEND_MS);
  }

  @Override
  public String proof(Stage stage) throws IOException {
    long hit = hits.applyAsLong(stage.riakLine()) - hitsBefore;
    if (hit < times) {
      throw new Unproven("only " + hit + ' ' + proof + " in " + times + " times");
    }
    return "%,d %s, %,d of them in doubt for the bolts"
        .formatted(hit, proof, stage.counted("puts.doubt") - doubtsBefore);
  }
}
