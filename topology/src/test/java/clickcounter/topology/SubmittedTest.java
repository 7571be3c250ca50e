package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.settings.Settings;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

/** What a running topology says about itself. */
class SubmittedTest {
  private static final Settings SETTINGS =
      TopologySettingsTable.defaults()
          .with("name", "shop")
          .with("adsTasks", "1_0")
          .with("broker.user", "clicks")
          .with("broker.password", "file:/etc/clicks/password")
          .with("ops.archive", "/var/lib/clicks/ops");

  @Test
  void stormsConfigurationKeepsVersionAndSettings() throws Exception {
    Submitted submitted = Submitted.now(SETTINGS);
    // As Nimbus returns it.
    String json = JSONValue.toJSONString(submitted.configuration());

    assertThat(Submitted.in((Map<?, ?>) JSONValue.parse(json))).contains(submitted);
    assertThat(Utils.isValidConf(submitted.configuration())).isTrue();
  }

  @Test
  void itHasWhatTheTopologyReadsAndPlacesOfSecrets() throws Exception {
    Submitted submitted = Submitted.now(SETTINGS);

    assertThat(submitted.version()).matches("\\d+\\.\\d+.*");
    assertThat(submitted.settings())
        .containsEntry("name", "shop")
        .containsEntry("adsTasks", "10")
        .containsEntry("deferralMs", "5000")
        .containsEntry("broker.password", "file:/etc/clicks/password")
        .doesNotContainKey("ops.archive");
  }

  @Test
  void anEarlierReleaseKeptNothing() {
    assertThat(Submitted.in(Map.of("topology.name", "clicks"))).isEqualTo(Optional.empty());
  }
}
