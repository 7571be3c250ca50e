package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.jms.BrokerSettings;
import clickcounter.riak.BucketKind;
import clickcounter.riak.Quorums;
import clickcounter.riak.RiakSettings;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot work is refused before anything starts, by the name of its setting. */
class TopologySettingsTest {
  private static final String SECRET = "hunter2";

  private static TopologySettings of(Object... keysAndValues) {
    Settings settings = Settings.defaults();
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
            riak -> assertThat(riak.settings().bucketKind()).isEqualTo(BucketKind.ORDINARY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"deferralMs", "counterDeferralMs"})
  void deferralNotBelowHalfTheMessageTimeoutIsRefused(String setting) {
    assertThatThrownBy(() -> of("messageTimeoutS", 20, setting, 10_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("setting " + setting, "messageTimeoutS", "10000");

    assertThat(
            of(
                "messageTimeoutS",
                20,
                "markFlushMs",
                0,
                "deferralMs",
                0,
                "counterDeferralMs",
                0,
                setting,
                9_999))
        .isNotNull();
  }

  @Test
  void deferralsThatTogetherReachHalfTheMessageTimeoutAreRefused() {
    assertThatThrownBy(
            () -> of("messageTimeoutS", 20, "deferralMs", 6_000, "counterDeferralMs", 3_800))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "deferralMs + markFlushMs + counterDeferralMs",
            "messageTimeoutS (10000 ms)",
            "10000 ms");
    assertThat(of("messageTimeoutS", 20, "deferralMs", 6_000, "counterDeferralMs", 3_799))
        .isNotNull();
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
    TopologySettings settings =
        of("maxGapsPerCounter", 1_000, "spouts", 3, "maxPendingEvents", 20_000);

    assertThat(settings.ads().maxGapsPerCounter()).isEqualTo(61_000);
    assertThat(settings.counters().maxGapsPerCounter()).isEqualTo(61_000);
  }

  @Test
  void allEventsThatSpoutsMayHavePendingMayBeHeldTwice() {
    assertThat(of("spouts", 3, "maxPendingEvents", 100).ads().maxHeldEvents()).isEqualTo(600);
    assertThat(of("spouts", 1_000, "maxPendingEvents", 10_000_000).ads().maxHeldEvents())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void limitsOfTheSpoutAreTakenOver() {
    TopologySettings settings = of("maxMessageBytes", 5_000, "maxClockAheadMs", 60_000);
    assertThat(settings.spout().maxMessageBytes()).isEqualTo(5_000);
    assertThat(settings.spout().maxClockAheadMs()).isEqualTo(60_000);
    assertThat(of().spout())
        .isEqualTo(new SpoutSettings(1_000_000, 200 << 20, 16_000_000, 86_400_000, 30_000));
  }

  @Test
  void defaultsOfBrokerAndRiakAreThoseOfTheTools() {
    assertThat(of().broker()).isEqualTo(BrokerSettings.at(BrokerSettings.DEFAULT_URL));
    assertThat(RiakSettingsReader.read(Settings.defaults()))
        .isEqualTo(RiakSettings.defaults("clicks", BucketKind.ORDINARY));
  }

  @ParameterizedTest
  @CsvSource({
    "riak.nodes, riak1, riak.nodes",
    "riak.nodes, '', riak.nodes",
    "riak.bucketType, '', riak.bucketType",
    "riak.bucketKind, strong, riak.bucketKind",
    "riak.quorum, some, riak.quorum",
    "riak.quorum, one, riak.quorum",
    "riak.dw, one, riak.dw",
    "riak.pw, 0, riak.pw",
    "riak.connectTimeoutMs, 99, riak.connectTimeoutMs",
    "riak.maxConnections, 0, riak.maxConnections",
    "broker.url, http://broker, http",
    "broker.queue, '', queue",
    "broker.rejectedQueue, clicks, rejectedQueue",
    "viewMinIntervalMs, 5000, minIntervalMs",
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
  void quorumsAreThatOfAllUnlessGiven() {
    RiakStoreFactory riak =
        (RiakStoreFactory) of("riak.quorum", "all", "riak.pr", "2", "riak.dw", "quorum").store();

    assertThat(riak.settings().quorums())
        .isEqualTo(new Quorums("all", "2", "all", "all", "quorum"));
  }

  @Test
  void boundsOfRiaksConnectionsAreTakenOver() {
    RiakStoreFactory riak =
        (RiakStoreFactory)
            of("riak.maxConnections", 7, "riak.connectTimeoutMs", 500, "riak.timeoutMs", 900)
                .store();

    assertThat(riak.settings().maxConnections()).isEqualTo(7);
    assertThat(riak.settings().connectTimeoutMs()).isEqualTo(500);
    assertThat(riak.settings().operationTimeoutMs()).isEqualTo(900);
  }

  @Test
  void bucketKindIsTakenOver() {
    RiakStoreFactory riak =
        (RiakStoreFactory)
            of("riak.bucketType", "clicks_consistent", "riak.bucketKind", "consistent").store();

    assertThat(riak.settings().bucketType()).isEqualTo("clicks_consistent");
    assertThat(riak.settings().bucketKind()).isEqualTo(BucketKind.CONSISTENT);
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
}
