package clickcounter.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.metrics.Metric;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Rates and percentiles from what workers serve. */
class ScrapeWindowTest {
  private static final Offset<Double> NEAR = Offset.offset(1e-6);
  private final ScrapeWindow window = new ScrapeWindow(60_000);

  private static Scrape counted(String task, double value) {
    return Scrape.read(
        "# TYPE clickcounter_counted_events_total counter\n"
            + "clickcounter_counted_events_total{component=\"ads\",task=\"%s\"} %s\n"
                .formatted(task, value)
            + "jvm_threads 5\n");
  }

  @Test
  void aRateIsThatOfTheLastTenSecondsAndGrowthThatOfTheLastMinute() {
    window.add(0, Map.of("a", counted("1", 100)));
    window.add(1_000, Map.of("a", counted("1", 150)));
    window.add(3_000, Map.of("a", counted("1", 350)));

    assertThat(window.rate(Metric.COUNTED_EVENTS, series -> true)).isEqualTo(250 / 3.0, NEAR);
    window.add(13_000, Map.of("a", counted("1", 350)));
    assertThat(window.rate(Metric.COUNTED_EVENTS, series -> true)).isZero();
    assertThat(window.growth(Metric.COUNTED_EVENTS, series -> true)).isEqualTo(250, NEAR);

    window.add(62_000, Map.of("a", counted("1", 351)));
    assertThat(window.growth(Metric.COUNTED_EVENTS, series -> true)).isEqualTo(201, NEAR);
  }

  @Test
  void aNewWorkerCountsFromNothing() {
    window.add(0, Map.of("a", counted("1", 1_000)));
    window.add(1_000, Map.of("a", counted("1", 7)));

    assertThat(window.growth(Metric.COUNTED_EVENTS, series -> true)).isEqualTo(7, NEAR);
  }

  @Test
  void aNewWorkerCountsFromNothingEvenWhereItIsAboveTheOldOne() {
    window.add(0, Map.of("a", counted("1", 1_000).plus(counted("2", 5))));
    window.add(1_000, Map.of("a", counted("1", 7).plus(counted("2", 9))));

    assertThat(window.growth(Metric.COUNTED_EVENTS, series -> true)).isEqualTo(16, NEAR);
  }

  @Test
  void aMissedAnswerOfOneWorkerLosesNoGrowth() {
    window.add(0, Map.of("a", counted("1", 100), "b", counted("2", 50)));
    window.add(1_000, Map.of("a", counted("1", 110)));
    window.add(5_000, Map.of("a", counted("1", 150), "b", counted("2", 550)));

    assertThat(window.growth(Metric.COUNTED_EVENTS, series -> true)).isEqualTo(550, NEAR);
    assertThat(window.rate(Metric.COUNTED_EVENTS, series -> true))
        .as("each worker in the time of its own answers")
        .isEqualTo(10 + 100, NEAR);
  }

  @Test
  void aWorkerThatIsSeenFirstHasNotGrown() {
    window.add(0, Map.of("a", counted("1", 100)));
    window.add(1_000, Map.of("a", counted("1", 100), "b", counted("2", 5_000)));

    assertThat(window.growth(Metric.COUNTED_EVENTS, series -> true)).isZero();
  }

  @Test
  void tasksAreAddedAndTheirPercentileIsThatOfAll() {
    window.add(0, Map.of("a", buckets(0, 0).plus(buckets("2", 0, 0))));
    window.add(1_000, Map.of("a", buckets(98, 98).plus(buckets("2", 0, 2))));

    assertThat(window.p99(Metric.PUT_ANSWER_SECONDS, series -> true)).isEqualTo(1.5, NEAR);
    assertThat(window.p99(Metric.DEFERRAL_AGE_SECONDS, series -> true)).isNull();
  }

  @Test
  void aBucketWithoutValuesIsTheLowerBoundOfTheNext() {
    window.add(0, Map.of("a", buckets(5, 5)));
    window.add(1_000, Map.of("a", buckets(5, 105)));

    assertThat(window.p99(Metric.PUT_ANSWER_SECONDS, series -> true)).isEqualTo(1.99, NEAR);
  }

  private static Scrape buckets(int belowOne, int belowTwo) {
    return buckets("1", belowOne, belowTwo);
  }

  private static Scrape buckets(String task, int belowOne, int belowTwo) {
    String line = "clickcounter_put_answer_seconds_bucket{task=\"%s\",le=\"%s\"} %d\n";
    return Scrape.read(
        line.formatted(task, "1.0", belowOne)
            + line.formatted(task, "2.0", belowTwo)
            + line.formatted(task, "+Inf", belowTwo));
  }
}
