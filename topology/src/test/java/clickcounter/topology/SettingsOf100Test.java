package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.jms.BrokerSettings;
import clickcounter.riak.Credentials;
import clickcounter.riak.Quorum;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.secret.SecretSource;
import clickcounter.secret.SecretSource.Kind;
import clickcounter.settings.GivenSettings;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import clickcounter.settings.SettingsFile;
import clickcounter.spouts.SpoutSettings;
import clickcounter.storm.RiakStoreFactory;
import clickcounter.testing.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings file of an operator who gave each setting of version 1.0.0. */
class SettingsOf100Test {
  private static GivenSettings given(Samples samples, String file) {
    Path path = samples.directory().resolve("settings").resolve(file);
    return GivenSettings.of(path, Map.of());
  }

  private static Settings settings() {
    return given(Samples.OF_1_0_0, "clicks.yaml").read(TopologySettingsTable.ROWS);
  }

  @Test
  void settingsOf100AreReadAsTheyWere() {
    TopologySettings topology = TopologySettings.of(settings());

    BrokerSettings broker =
        new BrokerSettings(
            "failover:(ssl://b1:61617,ssl://b2:61617)",
            "clicks.events",
            "counter",
            new SecretSource("broker.password", Kind.ENVIRONMENT, "BROKER_PASSWORD"),
            "/etc/clicks/broker.p12",
            new SecretSource("broker.trustStorePassword", Kind.FILE, "/etc/clicks/broker.secret"));
    assertThat(topology.broker()).isEqualTo(broker);
    assertThat(topology.store())
        .isEqualTo(
            new RiakStoreFactory(
                new RiakSettings(
                    List.of("riak1:8087", "riak2:8087"),
                    "clicks2",
                    Quorum.ALL,
                    9_000,
                    3_000,
                    256,
                    new Credentials(
                        "no",
                        "file:/etc/clicks/riak.secret",
                        "/etc/clicks/riak.pem",
                        "env:RIAK_STORE"))));
    assertThat(topology.spout())
        .isEqualTo(new SpoutSettings(300L << 20, 16_000_000, 1_000_000_000_000L, 60_000, 30_000));
    assertThat(topology.parallelism())
        .isEqualTo(new TopologySettings.Parallelism(3, 2_048, 4, 8, 2));
    assertThat(topology.messageTimeoutS()).isEqualTo(90);
    assertThat(topology.metrics())
        .isEqualTo(new TopologySettings.MetricsSettings("0.0.0.0", 2_000));
    assertThat(topology.states())
        .isEqualTo(new JmsStateSinkFactory(broker, "VirtualTopic.clicks.ad-states"));
    assertThat(topology.ads().writes().deferralMs()).isEqualTo(4_000);
    assertThat(topology.ads().writes().maxPutsPerSecond()).isEqualTo(500);
    assertThat(topology.ads().maxUnsettledIds()).isEqualTo(6_000);
    assertThat(topology.secretFiles())
        .extracting(SecretSource::place)
        .containsExactly("/etc/clicks/broker.secret", "/etc/clicks/riak.secret");
    assertThat(TopologySettingsTable.name(settings())).isEqualTo("click-counter-2");
  }

  @Test
  void settingsOfOperatorsOf100AreReadAsTheyWere() {
    Settings settings = settings();
    assertThat(settings.text(OpsSettingsTable.NIMBUS)).isEqualTo("nimbus1,nimbus2");
    assertThat(OpsSettingsTable.list(settings, OpsSettingsTable.ARCHIVES))
        .containsExactly("/var/log/clicks/archive", "/mnt/*/archive");
    assertThat(settings.text(OpsSettingsTable.ARCHIVE)).isEqualTo("/var/lib/clicks/ops-archive");
    assertThat(settings.text(OpsSettingsTable.TABLE)).isEqualTo("/var/lib/clicks/table");
    assertThat(settings.text(OpsSettingsTable.MONTHS)).isEqualTo("/var/lib/clicks/months");
    assertThat(settings.number(OpsSettingsTable.READS_PER_SECOND)).isZero();
  }

  /** A new setting needs a sample of the version that has it. */
  @Test
  void everySettingHasASample() {
    Path file = Samples.OF_1_0_0.directory().resolve("settings/clicks.yaml");
    assertThat(SettingsFile.read(file))
        .containsOnlyKeys(
            TopologySettingsTable.ROWS.stream().map(Setting::key).toArray(String[]::new))
        .allSatisfy((key, value) -> assertThat(value).isNotEqualTo(defaultOf(key)));
  }

  private static String defaultOf(String key) {
    return TopologySettingsTable.defaults().value(key);
  }

  @ParameterizedTest
  @CsvSource({"clicks.yaml, newer.limit", "group.yaml, riak.newer"})
  void aSettingFromTheFutureEndsTheStartByItsName(String file, String setting) {
    assertThatThrownBy(() -> given(Samples.NEWER, file).read(TopologySettingsTable.ROWS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "settings file ",
            file + ": setting '" + setting + "' does not exist here; ",
            "clicks topology submit --print-settings lists all");
  }

  /** Tools look only at the groups that they use. */
  @Test
  void aToolRefusesASettingFromTheFutureInAGroupThatItUses() {
    assertThatThrownBy(() -> given(Samples.NEWER, "group.yaml").readPart(RiakSettingsTable.ROWS))
        .hasMessageContaining("setting 'riak.newer' does not exist here");
    assertThat(given(Samples.NEWER, "clicks.yaml").readPart(RiakSettingsTable.ROWS)).isNotNull();
  }
}
