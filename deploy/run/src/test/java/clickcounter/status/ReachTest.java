package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettingsTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands to copy reach the same broker and documents. */
class ReachTest {
  @Test
  void whatIsAsItIsByDefaultNeedsNoOption() {
    Settings settings =
        TopologySettingsTable.defaults().with("broker.queue", "clicks").with("adsTasks", 8);
    assertThat(Reach.of(settings)).isEqualTo(Reach.USUAL);
  }

  @Test
  void addressesHaveOptionsAndOtherSettingsAreSetWithoutSecrets() {
    Reach reach =
        Reach.of(
            TopologySettingsTable.defaults()
                .with("riak.nodes", "riak1:8087,riak2:8087")
                .with("riak.user", "reader")
                .with("riak.password", "file:/run/secrets/riak")
                .with("broker.url", "ssl://b1:61617")
                .with("broker.queue", "events"));

    assertThat(reach.riak())
        .isEqualTo(
            List.of(
                "--riak",
                "riak1:8087,riak2:8087",
                "--set",
                "riak.user=reader",
                "--set",
                "riak.password=file:/run/secrets/riak"));
    assertThat(reach.broker())
        .isEqualTo(List.of("--broker", "ssl://b1:61617", "--set", "broker.queue=events"));
  }
}
