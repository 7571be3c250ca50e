package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.counting.CountersSettings;
import clickcounter.event.EventLimits;
import clickcounter.riak.Quorum;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import clickcounter.spouts.SpoutSettings;
import clickcounter.storm.RiakStoreFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot work is refused before anything starts, by the name of its setting. */
class TopologySettingsTest {
  private static final String SECRET = "hunter2";

  private static TopologySettings of(Object... keysAndValues) {
    Settings settings = TopologySettingsTable.defaults();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings = settings.with((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return TopologySettings.of(settings);
  }

  @Test
  void defaultsWork() {
    TopologySettings settings = of();

    assertThat(settings.ads().writes().deferralMs()).isEqualTo(5_000);
    assertThat(settings.messageTimeoutS()).isEqualTo(60);
    assertThat(settings.store())
        .isInstanceOfSatisfying(
            RiakStoreFactory.class,
            riak -> assertThat(riak.settings().bucketType()).isEqualTo("clicks"));
  }

  @Test
  void deferralThatWithTheMarksReachesHalfTheMessageTimeoutIsRefused() {
    assertThatThrownBy(() -> of("messageTimeoutS", 20, "deferralMs", 8_500))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("setting deferralMs", "messageTimeoutS", "below 8500", "8500 ms:");
    assertThat(of("messageTimeoutS", 20, "deferralMs", 8_499)).isNotNull();
  }

  @Test
  void countersNeverWaitLongerThanWhatTheMessageTimeoutLeaves() {
    TopologySettings settings = of();
    long longestMs =
        settings.ads().writes().deferralMs()
            + settings.ads().markFlushMs()
            + settings.views().maxWaitMs()
            + settings.counters().writes().maxWaitMs();

    assertThat(longestMs).isBetween(15_000L, 25_000L);
    assertThat(settings.messageTimeoutS() * 1_000L / 2).isGreaterThan(longestMs);
  }

  @Test
  void gapsOfPendingEventsCountApart() {
    TopologySettings settings = of("spouts", 3, "maxPendingMb", 150);

    int gaps = CountersSettings.MAX_GAPS + 3 * (1 << 20);
    assertThat(settings.ads().maxGapsPerCounter()).isEqualTo(gaps);
    assertThat(settings.counters().maxGapsPerCounter()).isEqualTo(gaps);
  }

  @Test
  void allEventsThatSpoutsMayHavePendingMayBeHeldTwice() {
    assertThat(of("spouts", 3, "maxPendingMb", 150).ads().maxHeldEvents()).isEqualTo(6 << 20);
    assertThat(of("spouts", 1_000, "maxPendingMb", 100_000).ads().maxHeldEvents())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void limitsOfTheSpoutAreTakenOver() {
    assertThat(of("maxClockAheadMs", 60_000).spout().maxClockAheadMs()).isEqualTo(60_000);
    assertThat(of("earliestTimestampMs", 0).spout().earliestTimestampMs()).isZero();
    assertThat(of().spout())
        .isEqualTo(
            new SpoutSettings(
                200 << 20, 16_000_000, EventLimits.EARLIEST_CLOCK_MS, 3_600_000, 30_000));
  }

  @ParameterizedTest
  @CsvSource({
    "riak.nodes, riak1, riak.nodes",
    "riak.nodes, '', riak.nodes",
    "riak.bucketType, '', riak.bucketType",
    "riak.quorum, some, riak.quorum",
    "riak.quorum, one, riak.quorum",
    "riak.quorum, 2, riak.quorum",
    "broker.url, http://broker, http",
    "broker.queue, '', queue",
  })
  void valueThatCannotWorkIsRefusedByName(String setting, String value, String named) {
    assertThatThrownBy(() -> of(setting, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @CsvSource({
    "broker.user, broker.password",
    "broker.user, broker.trustStorePassword",
    "riak.user, riak.password"
  })
  void secretWrittenIntoASettingIsRefusedAndNotRepeated(String user, String secret) {
    assertThatThrownBy(
            () ->
                of(
                    user,
                    "clicks",
                    "broker.trustStore",
                    "ca.pem",
                    "riak.trustStore",
                    user.startsWith("riak") ? "ca.pem" : "",
                    secret,
                    SECRET))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("env:NAME or file:/path")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void secretInTheBrokersUrlIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> of("broker.url", "tcp://b:1?jms.password=" + SECRET))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void credentialsOfRiakReachItsStore() {
    TopologySettings settings =
        of(
            "riak.user", "clicks",
            "riak.password", "env:RIAK_PASSWORD",
            "riak.trustStore", "ca.pem");

    assertThat(((RiakStoreFactory) settings.store()).settings().credentials().user())
        .isEqualTo("clicks");
  }

  @Test
  void quorumIsTakenOver() {
    RiakStoreFactory riak = (RiakStoreFactory) of("riak.quorum", "all").store();

    assertThat(riak.settings().quorum()).isEqualTo(Quorum.ALL);
  }

  @Test
  void timeOutOfRiakIsTakenOver() {
    RiakStoreFactory riak = (RiakStoreFactory) of("riak.timeoutMs", 900).store();
    assertThat(riak.settings().operationTimeoutMs()).isEqualTo(900);
  }

  @Test
  void whatTravelsToTheWorkersCanBeSerialised() throws IOException, ClassNotFoundException {
    TopologySettings settings = of("broker.user", "clicks", "broker.password", "env:PASSWORD");

    assertThat(travelled(settings.broker())).isEqualTo(settings.broker());
    assertThat(travelled(settings.spout())).isEqualTo(settings.spout());
    assertThat(travelled(settings.store())).isEqualTo(settings.store());
    assertThat(travelled(settings.ads())).isEqualTo(settings.ads());
    assertThat(travelled(settings.counters())).isEqualTo(settings.counters());
    assertThat(travelled(settings.views())).isEqualTo(settings.views());
  }

  private static Object travelled(Object value) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  /** What an operator's commands read is neither in Storm's configuration nor in its UI. */
  @Test
  void settingsOfOperatorsDoNotReachTheTopology() {
    Settings defaults = TopologySettingsTable.defaults();
    Settings operators = defaults;
    for (Setting row : OpsSettingsTable.ROWS) {
      operators = operators.with(row.key(), row.isNumber() ? "7" : "/of/operators/alone");
    }

    TopologySettings topology = TopologySettings.of(operators);

    assertThat(topology).isEqualTo(TopologySettings.of(defaults));
    assertThat(ClickCounterTopology.stormConfig(topology).toString())
        .doesNotContain("/of/operators/alone", "ops.");
  }
}
