package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  private static final String NO_ENTRY = "?";

  @TempDir private Path directory;

  @Test
  void firstThatIsGivenIsTaken() {
    Map<String, String> both = Map.of("XDG_STATE_HOME", "/var/state", "HOME", "/home/a");
    Map<String, String> home = Map.of("XDG_STATE_HOME", " ", "HOME", "/home/a");

    assertThat(new StateDirectory(both, "/root").path()).hasToString("/var/state/click-counter");
    assertThat(new StateDirectory(home, "/root").path())
        .hasToString("/home/a/.local/state/click-counter");
    assertThat(new StateDirectory(home, NO_ENTRY).path())
        .hasToString("/home/a/.local/state/click-counter");
    assertThat(new StateDirectory(Map.of("HOME", ""), "/root").path())
        .hasToString("/root/.local/state/click-counter");
  }

  /** Files of money must not lie in whatever directory somebody was in. */
  @Test
  void noneIsGuessedAndNoneIsRelative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StateDirectory(Map.of(), NO_ENTRY).path())
        .withMessageContainingAll("HOME is not set", "no home directory", "Set XDG_STATE_HOME");
    assertThat(new StateDirectory(Map.of(), NO_ENTRY).home()).isEmpty();
    for (String name : new String[] {"XDG_STATE_HOME", "HOME"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new StateDirectory(Map.of(name, "state"), "/root").path())
          .withMessageContaining(name + " is 'state': expected an absolute path");
    }
  }
}
