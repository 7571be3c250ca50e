package clickcounter.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.metrics.Metric.Type;
import clickcounter.testing.Samples;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A page of metrics of a worker of version 1.0.0, which commands of any version read. */
class MetricsOf100Test {
  private static final String PAGE = page();
  private static final String SAMPLE = Samples.OF_1_0_0.text("metrics/worker.txt", PAGE);

  /** Of each metric a series a component; the value is the metric's place in the table. */
  private static String page() {
    StringBuilder page = new StringBuilder();
    for (Metric metric : Metric.values()) {
      String type = metric.type().name().toLowerCase(Locale.ROOT);
      page.append("# TYPE %s %s\n".formatted(metric.exportedName(), type));
      for (Component component : Component.values()) {
        if (metric.isOf(component)) {
          page.append(series(metric, component));
        }
      }
    }
    return page + "# EOF\n";
  }

  private static String series(Metric metric, Component component) {
    int value = metric.ordinal() + 1;
    String labels =
        "component=\"%s\",host=\"h1\",%sport=\"6700\",task=\"%d\",topology=\"click-counter\""
            .formatted(
                component.id(),
                metric.label() == null ? "" : metric.label() + "=\"not-json\",",
                component.ordinal());
    String name = metric.exportedName();
    return metric.type() == Type.HISTOGRAM
        ? "%1$s_bucket{%2$s,le=\"0.1\"} %3$d\n%1$s_bucket{%2$s,le=\"+Inf\"} %3$d\n%1$s_count{%2$s} %3$d\n%1$s_sum{%2$s} 0.5\n"
            .formatted(name, labels, value)
        : "%s{%s} %d.0\n".formatted(name, labels, value);
  }

  @Test
  void metricsOf100AreReadAsTheyWere() {
    Scrape scrape = Scrape.read(SAMPLE);
    assertThat(PAGE).isEqualTo(SAMPLE);
    for (Metric metric : Metric.values()) {
      long components = Stream.of(Component.values()).filter(metric::isOf).count();
      double expected = components * (metric.ordinal() + 1);
      if (metric.type() == Type.HISTOGRAM) {
        assertThat(scrape.buckets(metric, series -> true))
            .isEqualTo(Map.of(0.1, expected, Double.POSITIVE_INFINITY, expected));
      } else {
        assertThat(scrape.sum(metric)).as(metric.exportedName()).isEqualTo(expected);
      }
    }
    assertThat(scrape.taskNumbers()).containsExactlyInAnyOrder("0", "1", "2", "3");
    assertThat(scrape.sum(Metric.SENT_REJECTS, series -> series.isLabelled("not-json")))
        .isEqualTo(Metric.SENT_REJECTS.ordinal() + 1);
  }

  @Test
  void metricsAndLabelsFromTheFutureAreIgnored() {
    assertThat(Scrape.read(Samples.NEWER.text("metrics/worker.txt")).sum(Metric.MESSAGES))
        .isEqualTo(7);
  }
}
