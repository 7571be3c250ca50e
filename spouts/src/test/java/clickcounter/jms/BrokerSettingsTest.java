package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.secret.SecretSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerSettingsTest {
  private static final BrokerSettings SETTINGS = BrokerSettings.at(BrokerSettings.DEFAULT_URL);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://127.0.0.1:61616",
        "ssl://mq.example:61617?socket.verifyHostName=true",
        "nio+ssl://mq:61617",
        "failover:(tcp://a:61616,ssl://b:61617)?randomize=false",
        "failover:tcp://a:61616",
        "failover:(tcp://a:61616?wireFormat.maxInactivityDuration=1000)"
      })
  void takesBrokersByNetwork(String url) {
    assertThat(BrokerSettings.at(url).url()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1:61616",
        "tcp://127.0.0.1",
        "vm://localhost",
        "http://a:80",
        "failover:()",
        "failover:(vm://a)",
        "tcp://a b:1"
      })
  void refusesAnythingElseNamingIt(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BrokerSettings.at(url))
        .withMessageContaining("broker url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://a:1?jms.password=s3cret",
        "tcp://a:1?jms.userName=u&jms.password=s3cret",
        "failover:(tcp://a:1)?jms.password=s3cret",
        "ssl://a:1?transport.keyStorePassword=s3cret",
        "tcp://u:s3cret@a:1",
        "failover:(tcp://a:1,tcp://u:s3cret@b:1)"
      })
  void refusesASecretInTheUrlWithoutRepeatingIt(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BrokerSettings.at(url))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
  }

  @Test
  void refusesWhatCannotWork() {
    assertThatIllegalArgumentException().isThrownBy(() -> SETTINGS.withQueue("a,b"));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SETTINGS.with(
                    s ->
                        s.userName(null).password(SecretSource.parse("broker.password", "env:P"))));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SETTINGS.with(
                    s ->
                        s.trustStore(null)
                            .trustStorePassword(SecretSource.parse("broker.password", "env:P"))));
  }

  @Test
  void travelsWithTheTopology() throws Exception {
    BrokerSettings settings =
        SETTINGS.with(
            s -> s.userName("u").password(SecretSource.parse("broker.password", "env:P")));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(settings);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(settings);
    }
  }
}
