package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.deploy.Relay;
import clickcounter.deploy.TlsKeys;
import clickcounter.riak.BucketKind;
import clickcounter.riak.BucketTypeCheck;
import clickcounter.riak.Credentials;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS and log-in as the Riak Java Client does them, through the production classes. */
class SecurityTest {
  private static final String USER = "clicks";
  private static final String PASSWORD = "correct-horse-of-riak";
  private static final String WRONG_PASSWORD = "battery-staple";
  private static final long WAIT_S = 30;

  @TempDir static Path directory;
  private static TlsKeys keys;
  private static DevNode node;

  @BeforeAll
  static void start() throws Exception {
    keys = TlsKeys.make(directory.resolve("keys"), "of-the-stores");
    node =
        DevNode.start(
            DevNodeConfig.in(directory.resolve("riak"))
                .withSecurity(new Security(keys.serverContext(), USER, PASSWORD)));
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
    }
  }

  private static RiakSettings insecure() {
    return RiakSettings.defaults("clicks", BucketKind.ORDINARY)
        .withNodes(List.of("127.0.0.1:" + node.port()));
  }

  private static RiakSettings with(String password, Path trusted, String trustStorePassword)
      throws IOException {
    return insecure()
        .withCredentials(
            new Credentials(
                USER,
                secretFile(password),
                trusted.toString(),
                trustStorePassword.isEmpty() ? "" : secretFile(trustStorePassword)));
  }

  private static String secretFile(String secret) throws IOException {
    return "file:"
        + Files.writeString(directory.resolve("secret-" + secret.length()), secret + "\n");
  }

  private static <T> T await(Consumer<Consumer<T>> call) throws Exception {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call.accept(answer::complete);
    return answer.get(WAIT_S, TimeUnit.SECONDS);
  }

  private static void writesAndReads(RiakSettings settings, String key) throws Exception {
    BucketTypeCheck.verify(settings);
    DocumentKey ad = DocumentKey.ad(key);
    StoredValue value = new StoredValue("text/plain", key.getBytes(StandardCharsets.UTF_8));
    try (RiakStore store = new RiakStore(settings)) {
      Stored stored = await(a -> store.put(ad, value, StoreContext.NONE, a));
      assertThat(stored).isInstanceOf(Stored.Single.class);
      Fetched fetched = await(a -> store.fetch(ad, a));
      assertThat(fetched)
          .isInstanceOfSatisfying(
              Fetched.Found.class,
              found -> assertThat(found.siblings().get(0).bytes()).isEqualTo(value.bytes()));
    }
  }

  @Test
  void logsInOverTlsAndTrustsAPemFile() throws Exception {
    writesAndReads(with(PASSWORD, keys.certificate(), ""), "pem");
  }

  @Test
  void logsInOverTlsAndTrustsAKeyStore() throws Exception {
    writesAndReads(with(PASSWORD, keys.trustStore(), keys.password()), "key-store");
  }

  @Test
  void wrongPasswordStopsTheStartAndIsNotRepeated() throws Exception {
    RiakSettings settings = with(WRONG_PASSWORD, keys.certificate(), "");
    assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("riak.user=" + USER, "riak.password", "riak.trustStore")
        .hasMessageNotContaining(WRONG_PASSWORD);
  }

  @Test
  void nodeThatIsNotTrustedStopsTheStart() throws Exception {
    TlsKeys others = TlsKeys.make(directory.resolve("others"), "of-the-others");
    RiakSettings settings = with(PASSWORD, others.certificate(), "");
    assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContaining("riak.trustStore");
  }

  /** The client waits for ever for a log-in on a connection that is closed before it begins. */
  @Test
  void proxyThatHangsUpBeforeTheLogInHoldsTheStoreNoLongerThanItLasts() throws Exception {
    DocumentKey ad = DocumentKey.ad("behind a proxy");
    try (Relay proxy = Relay.to(node.port())) {
      proxy.hangUp(true);
      RiakSettings settings =
          with(PASSWORD, keys.certificate(), "")
              .withNodes(List.of(proxy.address()))
              .withTimeoutsMs(200, 200);
      try (RiakStore store = new RiakStore(settings)) {
        for (int i = 0; i < 10; i++) {
          assertThat(SecurityTest.<Fetched>await(a -> store.fetch(ad, a)))
              .isInstanceOf(Fetched.Failed.class);
        }
        proxy.hangUp(false);
        Awaitility.await()
            .atMost(Duration.ofSeconds(WAIT_S))
            .until(
                () -> SecurityTest.<Fetched>await(a -> store.fetch(ad, a)),
                Fetched.Absent.class::isInstance);
      }
    }
  }

  @Test
  void clientThatDoesNotLogInIsToldSo() {
    assertThatThrownBy(() -> BucketTypeCheck.verify(insecure()))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("STARTTLS", "riak.user");
  }
}
