package clickcounter.simulation;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StillRunningTest {
  @Test
  void longRunSaysHowFarItIs() {
    StringWriter err = new StringWriter();
    try (StillRunning line =
        StillRunning.every(1, TimeUnit.MILLISECONDS, "simulate", "60 s", new PrintWriter(err))) {
      assertThat(line).isNotNull();
      await().until(() -> err.toString().lines().count() >= 2);
    }
    assertThat(err.toString()).contains("simulate: 0 s of 60 s");
  }
}
