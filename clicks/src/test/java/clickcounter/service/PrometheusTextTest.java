package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  @Test
  void aMetricHasItsHelpItsTypeAndItsValues() {
    PrometheusText text =
        new PrometheusText("clicks_")
            .counter("lines_total", "lines")
            .value("directory", "/a", "3")
            .value("directory", "/b", "4")
            .gauge("age_seconds", "age")
            .value("0.500");

    assertThat(text)
        .hasToString(
            """
            # HELP clicks_lines_total lines
            # TYPE clicks_lines_total counter
            clicks_lines_total{directory="/a"} 3
            clicks_lines_total{directory="/b"} 4
            # HELP clicks_age_seconds age
            # TYPE clicks_age_seconds gauge
            clicks_age_seconds 0.500
            """);
  }

  @Test
  void theNameOfADirectoryCannotEndItsLabel() {
    PrometheusText text = new PrometheusText("").gauge("g", "help").value("d", "a\"} 1\n\\", "2");

    assertThat(text.toString()).endsWith("g{d=\"a\\\"} 1\\n\\\\\"} 2\n");
  }
}
