package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.console.WebServer.HttpAnswer;
import clickcounter.secret.SecretSource;
import com.sun.net.httpserver.Headers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the console's server answers to whom. */
class WebServerTest {
  private static final List<String> PATHS =
      List.of("/", "/ad", "/event", "/api/ad", "/api/targets", "/static/style.css");

  private static final Token TOKEN = Token.random(new SecureRandom());

  private WebServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        WebServer.start(
            new Console.Address("127.0.0.1", 0, List.of("clicks.example")), TOKEN, this::answer);
  }

  private HttpAnswer answer(String path, Map<String, String> query) throws IOException {
    if (path.equals("/trouble")) {
      throw new IOException("no <time> & space");
    }
    return PATHS.contains(path)
        ? new HttpAnswer(200, "text/plain", path.getBytes(StandardCharsets.US_ASCII))
        : null;
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** The token, as the printed address has it. */
  private static String inAddress() {
    return TOKEN.printed().substring(1);
  }

  /** The token, as a browser sends it after the first page. */
  private String cookie() {
    return "Cookie: other=1; " + TOKEN.cookie("clicks-console-" + server.port()).split(";")[0];
  }

  /** With the cookie. */
  private Socket connect(String method, String path, String host, String... headers)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(cookie());
    return connectWithoutCookie(method, path, host, all.toArray(String[]::new));
  }

  private Socket connectWithoutCookie(String method, String path, String host, String... headers)
      throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    String more = Arrays.stream(headers).map(line -> line + "\r\n").collect(Collectors.joining());
    socket
        .getOutputStream()
        .write(
            "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n"
                .formatted(method, path, host, more)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private String answer(String method, String path, String host, String... headers)
      throws IOException {
    try (Socket socket = connect(method, path, host, headers)) {
      return String.join("\n", reader(socket).lines().toList());
    }
  }

  private String answerWithoutCookie(String path, String... headers) throws IOException {
    try (Socket socket = connectWithoutCookie("GET", path, ours(), headers)) {
      return String.join("\n", reader(socket).lines().toList());
    }
  }

  private String ours() {
    return "127.0.0.1:" + server.port();
  }

  @Test
  void aPageMayLoadNothingFromElsewhere() throws IOException {
    assertThat(answer("GET", "/ad?id=m1", ours()))
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("Content-Security-Policy: default-src 'self'")
        .containsIgnoringCase("X-Content-Type-Options: nosniff");
  }

  @Test
  void aRequestForAnotherHostIsRefused() throws IOException {
    assertThat(answer("GET", "/ad?id=m1", "evil.example")).startsWith("HTTP/1.1 421");
    assertThat(answer("GET", "/ad?id=m1", "127.0.0.1.evil.example")).startsWith("HTTP/1.1 421");
    assertThat(answer("GET", "/ad?id=m1", "localhost:1")).startsWith("HTTP/1.1 200");
  }

  @Test
  void anAllowedNameIsTheConsolesOwn() throws IOException {
    assertThat(answer("GET", "/ad?id=m1", "clicks.example")).startsWith("HTTP/1.1 200");
    assertThat(answer("GET", "/ad?id=m1", "Clicks.Example:443")).startsWith("HTTP/1.1 200");
    assertThat(answer("GET", "/ad?id=m1", "[::1]:8090")).startsWith("HTTP/1.1 200");
  }

  private static boolean isRefused(Guard guard, String host) {
    return guard.refusal("GET", "/", host(host), inAddress().replace("token=", "")) != null;
  }

  private static Guard guard(String host, String... allowed) {
    return new Guard(host, List.of(allowed), TOKEN);
  }

  @Test
  void theAddressWithTheTokenSetsACookieThatTheOtherPagesNeed() throws IOException {
    assertThat(answerWithoutCookie("/ad?id=m1"))
        .startsWith("HTTP/1.1 403")
        .contains("line 'ready'")
        .doesNotContainIgnoringCase("Set-Cookie");
    String first = answerWithoutCookie("/?" + inAddress());
    assertThat(first)
        .startsWith("HTTP/1.1 200")
        .containsPattern("(?i)Set-Cookie: .+; HttpOnly; SameSite=Strict");
    String cookie = first.replaceAll("(?is).*Set-Cookie: ([^;]+);.*", "Cookie: $1");

    assertThat(answerWithoutCookie("/ad?id=m1", cookie)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aWrongTokenShowsNothing() throws IOException {
    String wrong = Token.random(new SecureRandom()).printed();
    assertThat(answerWithoutCookie("/" + wrong)).startsWith("HTTP/1.1 403");
    assertThat(answerWithoutCookie("/?token=")).startsWith("HTTP/1.1 403");
    for (String path : List.of("/", "/event?id=a:1", "/api/ad?id=m1", "/nowhere")) {
      assertThat(
              answerWithoutCookie(path, "Cookie: " + wrong.replace("?token=", "clicks-console=")))
          .as(path)
          .startsWith("HTTP/1.1 403");
    }
  }

  /** Prometheus asks for the workers without a token, and the page that refuses has a style. */
  @Test
  void whatShowsNothingOfTheSystemNeedsNoToken() throws IOException {
    assertThat(answerWithoutCookie("/api/targets")).startsWith("HTTP/1.1 200");
    assertThat(answerWithoutCookie("/static/style.css")).startsWith("HTTP/1.1 200");
  }

  @Test
  void aTokenIsNotShownByAccident() {
    assertThat(TOKEN.toString()).doesNotContain(inAddress().replace("token=", ""));
  }

  @Test
  void aFixedTokenIsReadFromItsPlaceAndNotPrinted(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "0123456789abcdef\n");
    SecretSource place = SecretSource.parse("--token", "file:" + file);

    assertThat(Token.in(place).is("0123456789abcdef")).isTrue();
    assertThat(Token.in(place).printed()).contains(file.toString()).doesNotContain("0123456789");
    Files.writeString(file, "guessme");
    assertThatThrownBy(() -> Token.in(place))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("--token", file.toString(), "16")
        .hasMessageNotContaining("guessme");
  }

  @Test
  void theHostOnWhichItListensIsAllowedByItsNameAndByItsAddresses() {
    Guard named = guard("127.9"); // a name of 127.0.0.9 that needs no name server
    assertThat(isRefused(named, "127.9:8090")).isFalse();
    assertThat(isRefused(named, "127.0.0.9:8090")).isFalse();
    assertThat(isRefused(named, "127.0.0.8:8090")).isTrue();
    assertThat(isRefused(guard("10.0.0.7"), "10.0.0.7:8090")).isFalse();
  }

  @Test
  void anAddressOfIpv6IsTheSameHoweverItIsWritten() {
    Guard guard = guard("fd00::7", "[fd00:0::8]");
    assertThat(isRefused(guard, "[fd00::7]:8090")).isFalse();
    assertThat(isRefused(guard, "[FD00:0:0::7]")).isFalse();
    assertThat(isRefused(guard, "[fd00::8]:443")).isFalse();
    assertThat(isRefused(guard, "[fd00::9]:8090")).isTrue();
    assertThat(isRefused(guard, "[:::]:8090")).isTrue();
  }

  @Test
  void listeningEverywhereAllowsNoNameOfItself() {
    Guard guard = guard("0.0.0.0", "clicks.example");
    assertThat(isRefused(guard, "worker1.example:8090")).isTrue();
    assertThat(isRefused(guard, "10.0.0.7:8090")).isTrue();
    assertThat(isRefused(guard, "clicks.example")).isFalse();
    assertThat(isRefused(guard, "localhost:8090")).isFalse();
  }

  private static Headers host(String name) {
    Headers headers = new Headers();
    headers.set("Host", name);
    return headers;
  }

  @Test
  void aForeignPageStartsNoSearch() throws IOException {
    String[] link = {"Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"};
    for (String site : List.of("Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site")) {
      for (String path : List.of("/event?id=a:1", "/api/ad?id=m1")) {
        assertThat(answer("GET", path, ours(), site, link[0], link[1])).startsWith("HTTP/1.1 403");
      }
      assertThat(answer("GET", "/ad?id=m1", ours(), site)).startsWith("HTTP/1.1 403");
      assertThat(answerWithoutCookie("/?" + inAddress(), site, link[0], link[1]))
          .as("the printed address as a link in a chat")
          .startsWith("HTTP/1.1 200");
    }
    for (String site : List.of("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none")) {
      assertThat(answer("GET", "/event?id=a:1", ours(), site)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void anErrorIsSaidInALine() throws IOException {
    assertThat(answer("GET", "/trouble", ours()))
        .startsWith("HTTP/1.1 503")
        .contains("text/plain")
        .endsWith("The page could not be made: no <time> & space");
    assertThat(answer("GET", "/nowhere", ours()))
        .startsWith("HTTP/1.1 404")
        .endsWith("There is no such page.");
  }

  @Test
  void nothingCanBeChanged() throws IOException {
    for (String method : List.of("POST", "PUT", "DELETE")) {
      assertThat(answer(method, "/ad?id=m1", ours())).startsWith("HTTP/1.1 405");
    }
  }

  @Test
  void whatIsNotThereIsSaidToBe() throws IOException {
    assertThat(answer("GET", "/../etc/passwd", ours())).startsWith("HTTP/1.1 404");
  }
}
