package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RiakSettingsTest {
  private static final RiakSettings DEFAULTS = RiakSettings.defaults("clicks");

  @TempDir Path directory;

  @Test
  void theDefaultsAreAMajorityOfANodeOnThisMachine() {
    assertThat(DEFAULTS.nodes()).containsExactly("127.0.0.1:8087");
    assertThat(DEFAULTS.quorum()).isEqualTo(Quorum.QUORUM);
    assertThat(DEFAULTS.operationTimeoutMs()).isEqualTo(10_000);
    assertThat(DEFAULTS.credentials()).isEqualTo(Credentials.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"riak1", "riak1:", ":8087", "riak1:0", "riak1:65536", "riak1:x", "a b:1"})
  void aNodeThatIsNotHostAndPortIsNamed(String node) {
    assertThatThrownBy(() -> DEFAULTS.withNodes(List.of("riak0:8087", node)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("riak.nodes", "'" + node + "'", "127.0.0.1:8087");
  }

  @Test
  void thereIsAtLeastOneNode() {
    assertThatThrownBy(() -> DEFAULTS.withNodes(List.of())).hasMessageContaining("riak.nodes");
  }

  @Test
  void theBucketTypeHasAName() {
    assertThatThrownBy(() -> RiakSettings.defaults(" ")).hasMessageContaining("riak.bucketType= ,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "2", "one", "default", "QUORUM"})
  void aQuorumThatIsNoMajorityIsNamed(String quorum) {
    assertThatThrownBy(() -> Quorum.parse(quorum))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("riak.quorum", "'" + quorum + "'", "all");
  }

  @Test
  void timeOutsAndConnectionsArePositive() {
    assertThatThrownBy(() -> DEFAULTS.with(s -> s.operationTimeoutMs(0).connectTimeoutMs(1)))
        .hasMessageContaining("riak.timeoutMs: expected 1 or more, got 0");
    assertThatThrownBy(() -> DEFAULTS.with(s -> s.operationTimeoutMs(1).connectTimeoutMs(-1)))
        .hasMessageContaining("riak.connectTimeoutMs: expected 1 or more, got -1");
    assertThatThrownBy(() -> DEFAULTS.withMaxConnections(0))
        .hasMessageContaining("riak.maxConnections: expected 1 or more, got 0");
  }

  @Test
  void aUserComesWithPasswordAndTrustStore() {
    assertThatThrownBy(() -> new Credentials("u", "", "ca.pem", ""))
        .hasMessageContaining("riak.password");
    assertThatThrownBy(() -> new Credentials("u", "env:P", "", ""))
        .hasMessageContaining("riak.trustStore");
    assertThatThrownBy(() -> new Credentials("", "env:P", "", ""))
        .hasMessageContaining("riak.user");
  }

  @Test
  void aPasswordPutInTheSettingItselfIsNotRepeated() {
    assertThatThrownBy(() -> new Credentials("u", "hunter2", "ca.pem", ""))
        .hasMessageContaining("env:NAME or file:/path")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aMissingSecretNamesItsSettingAndPlace() throws Exception {
    Path store = Files.writeString(directory.resolve("ca.pem"), "");
    RiakSettings settings =
        DEFAULTS.withCredentials(
            new Credentials("u", "env:NO_SUCH_VARIABLE", store.toString(), ""));
    assertThatThrownBy(() -> new RiakStore(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("riak.password", "NO_SUCH_VARIABLE");
  }

  @Test
  void aTrustStoreThatIsNoneIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("ca.jks"), "nothing of the kind");
    assertThatThrownBy(() -> TrustStores.load(file, null))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("riak.trustStore=" + file, "PEM");
  }

  @Test
  void anUnknownHostIsNamed() {
    RiakSettings settings = DEFAULTS.withNodes(List.of("no-such-host.invalid:8087"));
    assertThatThrownBy(() -> new RiakStore(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("riak.nodes", "no-such-host.invalid:8087");
  }

  @Test
  void settingsTravelWithTheTopology() throws Exception {
    RiakSettings settings =
        DEFAULTS.withCredentials(new Credentials("u", "env:P", "ca.pem", "file:/p"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(settings);
    Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    assertThat(copy).isEqualTo(settings);
  }
}
