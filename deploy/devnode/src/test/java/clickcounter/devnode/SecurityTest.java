package clickcounter.devnode;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_ErrorResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PingReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

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
import clickcounter.testing.Patience;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;

/** TLS and log-in as the Riak Java Client does them, through the production classes. */
@Tag("slow")
class SecurityTest {
  private static final String USER = "clicks";
  private static final String PASSWORD = "correct-horse-of-riak";
  private static final String WRONG_PASSWORD = "battery-staple";

  @TempDir static Path directory;
  private static TlsKeys keys;
  private static DevNode node;

  @BeforeAll
  static void start() throws Exception {
    keys = TlsKeys.make(directory.resolve("keys"), "of-the-stores");
    node =
        DevNode.start(
            DevNodeConfig.in(directory.resolve("riak"))
                .withDoor(new Security(keys.serverContext(), USER, PASSWORD, Runnable::run)::door));
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
    }
  }

  private static RiakSettings insecure() {
    return RiakSettings.defaults("clicks").withNodes(List.of("127.0.0.1:" + node.port()));
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

  private static <T> T answer(Consumer<Consumer<T>> call) throws Exception {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call.accept(answer::complete);
    return answer.get(Patience.LIMIT_S, TimeUnit.SECONDS);
  }

  private static void writesAndReads(RiakSettings settings, String key) throws Exception {
    BucketTypeCheck.verify(settings);
    DocumentKey ad = DocumentKey.ad(key);
    StoredValue value = new StoredValue("text/plain", key.getBytes(StandardCharsets.UTF_8));
    try (RiakStore store = new RiakStore(settings)) {
      Stored stored = answer(a -> store.put(ad, value, StoreContext.NONE, a));
      assertThat(stored).isInstanceOf(Stored.Single.class);
      Fetched fetched = answer(a -> store.fetch(ad, a));
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
              .with(s -> s.operationTimeoutMs(200).connectTimeoutMs(200));
      try (RiakStore store = new RiakStore(settings)) {
        for (int i = 0; i < 10; i++) {
          assertThat(SecurityTest.<Fetched>answer(a -> store.fetch(ad, a)))
              .isInstanceOf(Fetched.Failed.class);
        }
        proxy.hangUp(false);
        await()
            .until(
                () -> SecurityTest.<Fetched>answer(a -> store.fetch(ad, a)),
                Fetched.Absent.class::isInstance);
      }
    }
  }

  /** Otherwise an attacker on the line could log in before the client does. */
  @Test
  void logInThatWasInjectedBeforeTheHandshakeIsRefused() throws IOException {
    byte[] startTls = frame(MSG_StartTls, new byte[0]);
    byte[] logIn =
        frame(
            MSG_AuthReq,
            RpbAuthReq.newBuilder()
                .setUser(ByteString.copyFromUtf8(USER))
                .setPassword(ByteString.copyFromUtf8(PASSWORD))
                .build()
                .toByteArray());
    byte[] beginning = Arrays.copyOf(logIn, logIn.length - 3);
    for (byte[] injected : List.of(logIn, beginning)) {
      try (Socket socket = new Socket(node.host(), node.port())) {
        socket.setSoTimeout(Patience.LIMIT_MS);
        socket.getOutputStream().write(concat(startTls, injected));

        assertThat(errors(socket))
            .containsExactly("Data was sent after STARTTLS and before the handshake");
      }
    }
  }

  @Test
  void logInInPlainTextAfterStartTlsIsNotHeard() throws IOException {
    try (Socket socket = new Socket(node.host(), node.port())) {
      socket.setSoTimeout(Patience.LIMIT_MS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      socket.getOutputStream().write(frame(MSG_StartTls, new byte[0]));
      assertThat(in.readInt()).isEqualTo(1);
      assertThat(in.readByte()).isEqualTo(MSG_StartTls);
      socket.getOutputStream().write(frame(MSG_AuthReq, new byte[] {10, 1, 'x', 18, 1, 'y'}));

      assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
          .doesNotContain("Authentication");
    }
  }

  @Test
  void whatComesBehindARefusedRequestIsNotJudged() throws IOException {
    byte[] ping = frame(MSG_PingReq, new byte[0]);
    try (Socket socket = new Socket(node.host(), node.port())) {
      socket.setSoTimeout(Patience.LIMIT_MS);
      socket.getOutputStream().write(concat(concat(ping, ping), frame(MSG_StartTls, new byte[0])));

      assertThat(errors(socket)).containsExactly("Security is enabled, please STARTTLS first");
    }
  }

  @Test
  void documentsMayBeLargeAfterTheLogIn() throws Exception {
    DocumentKey ad = DocumentKey.ad("large");
    StoredValue value = new StoredValue("text/plain", new byte[1 << 20]);
    try (RiakStore store = new RiakStore(with(PASSWORD, keys.certificate(), ""))) {
      Stored stored = answer(a -> store.put(ad, value, StoreContext.NONE, a));
      assertThat(stored).isInstanceOf(Stored.Single.class);
    }
  }

  private static byte[] frame(byte code, byte[] body) {
    return ByteBuffer.allocate(5 + body.length).putInt(1 + body.length).put(code).put(body).array();
  }

  private static byte[] concat(byte[] one, byte[] other) {
    return ByteBuffer.allocate(one.length + other.length).put(one).put(other).array();
  }

  /** All that the node answers until it closes the connection. */
  private static List<String> errors(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    List<String> errors = new ArrayList<>();
    for (int first = in.read(); first >= 0; first = in.read()) {
      int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
      assertThat(in.readByte()).isEqualTo(MSG_ErrorResp);
      errors.add(RpbErrorResp.parseFrom(in.readNBytes(length - 1)).getErrmsg().toStringUtf8());
    }
    return errors;
  }

  @Test
  void clientThatDoesNotLogInIsToldSo() {
    assertThatThrownBy(() -> BucketTypeCheck.verify(insecure()))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("STARTTLS", "riak.user");
  }
}
