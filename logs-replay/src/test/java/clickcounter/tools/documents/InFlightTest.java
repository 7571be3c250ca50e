package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private final List<String> received = new ArrayList<>();

  private void run(InFlight.PendingRead<String, String> call) {
    InFlight.run(
        new RealWaits(Duration.ofMillis(1)),
        List.of("a", "b").iterator(),
        1,
        call,
        (item, answer) -> received.add(item + answer));
  }

  @Test
  void everyCallIsAnswered() {
    run((item, answer) -> answer.accept("!"));
    assertThat(received).containsExactly("a!", "b!");
  }

  @Test
  void callThatIsNeverAnsweredEndsTheRun() {
    assertThatThrownBy(() -> run((item, answer) -> {}))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("did not answer");
  }

  @Test
  void whatACallThrowsEndsTheRun() {
    assertThatThrownBy(
            () ->
                run(
                    (item, answer) -> {
                      throw new StackOverflowError("deep");
                    }))
        .isInstanceOf(StackOverflowError.class);
  }
}
