package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import clickcounter.riak.Credentials;
import clickcounter.riak.RiakSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendsTest {
  @TempDir private Path directory;

  /** Neither a result nor an internal error. */
  @Test
  void aRiakThatRefusesItsSetupGivesNoVerdict() throws IOException {
    Path password = Files.writeString(directory.resolve("password"), "secret");
    Path missing = directory.resolve("missing.pem");
    RiakSettings settings =
        RiakSettings.defaults("clicks")
            .withCredentials(new Credentials("user", "file:" + password, missing.toString(), ""));

    assertThatThrownBy(() -> new RealBackends().connect(settings))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining(missing.toString());
  }
}
