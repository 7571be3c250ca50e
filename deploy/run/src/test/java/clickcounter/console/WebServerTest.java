package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.console.WebServer.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the console's server answers to whom. */
class WebServerTest {
  private static final int MOST_VIEWERS = 16;

  private final Viewers viewers = new Viewers();
  private WebServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        WebServer.start(
            "127.0.0.1",
            0,
            List.of("clicks.example"),
            viewers,
            (path, query) ->
                path.equals("/ad") ? Answer.html(Html.escaped(query.get("id"))) : null);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Socket connect(String method, String path, String host) throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    socket
        .getOutputStream()
        .write(
            "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                .formatted(method, path, host)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private String answer(String method, String path, String host) throws IOException {
    try (Socket socket = connect(method, path, host)) {
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
  void aNameThatIsAllowedIsOurs() throws IOException {
    assertThat(answer("GET", "/ad?id=m1", "Clicks.Example:8443")).startsWith("HTTP/1.1 200");
  }

  @Test
  void aForeignPageCanAskForNothing() throws IOException {
    for (String site : List.of("cross-site", "same-site")) {
      assertThat(answer("GET", "/ad?id=m1", ours() + "\r\nSec-Fetch-Site: " + site))
          .startsWith("HTTP/1.1 403");
    }
    for (String site : List.of("same-origin", "none")) {
      assertThat(answer("GET", "/ad?id=m1", ours() + "\r\nSec-Fetch-Site: " + site))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aForeignLinkLeadsToPagesButStartsNoSearch() throws IOException {
    String link = ours() + "\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document";
    assertThat(answer("GET", "/ad?id=m1", link)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET", "/event?id=c:1", link)).startsWith("HTTP/1.1 403");
    assertThat(answer("GET", "/api/event?id=c:1", link)).startsWith("HTTP/1.1 403");
  }

  @Test
  void aBrowserGetsAPageWithAWayBack() throws IOException {
    assertThat(answer("GET", "/nothing", ours() + "\r\nAccept: text/html,*/*"))
        .startsWith("HTTP/1.1 404")
        .contains("There is no such page.", "<a href=\"/\">To the first page</a>");
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

  @Test
  void whatComesFromOutsideIsEscaped() throws IOException {
    assertThat(answer("GET", "/ad?id=%3Cscript%3E%27%22%26", ours()))
        .contains("&lt;script&gt;&#39;&quot;&amp;")
        .doesNotContain("<script>");
  }

  @Test
  void allViewersGetTheSameAndNoMoreAreTakenThanThereIsRoomFor() throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < MOST_VIEWERS; i++) {
        Socket viewer = connect("GET", "/events", ours());
        open.add(viewer);
        assertThat(reader(viewer).readLine()).startsWith("HTTP/1.1 200");
      }
      assertThat(viewers.any()).isTrue();
      assertThat(answer("GET", "/events", ours())).startsWith("HTTP/1.1 503");

      viewers.send("{}".getBytes(StandardCharsets.UTF_8));

      for (Socket viewer : open) {
        assertThat(reader(viewer).lines().filter(line -> line.startsWith("data:")).findFirst())
            .hasValue("data: {}");
      }
    } finally {
      for (Socket viewer : open) {
        viewer.close();
      }
    }
  }
}
