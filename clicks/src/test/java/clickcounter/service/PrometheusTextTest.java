package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  @Test
  void aMetricHasItsHelpItsTypeAndItsValues() {
    PrometheusText text =
        new PrometheusText("clicks_")
            .counter("lines_total", "lines")
            .value(3)
            .gauge("age_seconds", "age")
            .value("0.500");

    assertThat(text)
        .hasToString(
            """
            # HELP clicks_lines_total lines
            # TYPE clicks_lines_total counter
            clicks_lines_total 3
            # HELP clicks_age_seconds age
            # TYPE clicks_age_seconds gauge
            clicks_age_seconds 0.500
            """);
  }

  @Test
  void theNameOfADirectoryCannotEndItsLabel() {
    assertThat(PrometheusText.labelled("g 2\n", "d", "a\"} 1\n\\"))
        .isEqualTo("g{d=\"a\\\"} 1\\n\\\\\"} 2\n");
  }
}
