package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.tools.Truth;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code local} as a process: what it opens to others, and how it ends when it is told to. */
@Tag("slow")
@Tag("long")
class LocalProcessTest {
  private static final int SIGTERM_STATUS = 143;
  private static final int MOST_COMPARED = 5;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern BROKER = Pattern.compile("broker tcp://127\\.0\\.0\\.1:(\\d+)");

  /** In /proc/net/tcp: local address and port in hexadecimal, state 0A (listening), inode. */
  private static final Pattern LISTENING =
      Pattern.compile("\\s*\\d+: ([0-9A-F]+):([0-9A-F]{4}) \\S+ 0A (?:\\S+\\s+){5}(\\d+).*");

  @TempDir private Path directory;

  @Test
  void statusFindsItAndItsServicesCloseTheirCountersWhenItIsTerminated() throws Exception {
    Path out = directory.resolve("out");
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Process local = start(temporary, out);
    try {
      await().until(() -> !local.isAlive() || Files.readString(out).contains("live traffic runs"));
      assertThat(local.isAlive()).as(Files.readString(out)).isTrue();

      Result status = clicks("status");

      assertThat(status.out())
          .as(status.err())
          .contains("click-counter ACTIVE", "1 worker, 5 tasks", "events missing");
      List<String> listening = listening(local.pid());
      assertThat(listening).as("broker, node and ZooKeeper").hasSizeGreaterThanOrEqualTo(3);
      assertThat(listening).allMatch(LocalProcessTest::isLoopback);
    } finally {
      local.destroy();
      assertThat(local.waitFor()).isEqualTo(SIGTERM_STATUS);
    }
    leavesNothingOpen(temporary, out);
    assertThat(Files.readString(out))
        .as("an orderly end")
        .containsPattern("(?s)live traffic runs.*\nreceived \\d+ = counted")
        .doesNotContain("do not arrive", "could not ask");
    assertThat(data().resolve("running.properties")).doesNotExist();
    assertThat(data().resolve("clicks.yaml")).doesNotExist();
    for (String host : List.of("live1", "live2", "live3", "ivt")) {
      Path archives = data().resolve(Path.of("demo", "archive", host));
      try (Stream<Path> files = Files.list(archives)) {
        String last =
            Files.readAllLines(files.max(Comparator.naturalOrder()).orElseThrow()).stream()
                .reduce("", (before, line) -> line);
        assertThat(last).contains("\"type\":\"close\"");
      }
    }
  }

  private void leavesNothingOpen(Path temporary, Path out) throws IOException {
    assertThat(Files.readString(out)).doesNotContain("not closed properly");
    Matcher broker = BROKER.matcher(Files.readString(out));
    assertThat(broker.find()).isTrue();
    assertThatThrownBy(
            () -> {
              try (Socket socket = new Socket()) {
                socket.connect(
                    new InetSocketAddress("127.0.0.1", Integer.parseInt(broker.group(1))), 1_000);
              }
            })
        .isInstanceOf(IOException.class);
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.filter(Files::isDirectory)).as("Storm's directories").isEmpty();
    }
    assertThat(directory.resolve("data").resolve("zookeeper")).doesNotExist();
  }

  @Test
  void dayWithVerdictsIsReplayedTwiceRecountedAndAuditedEqualGrossAndNet() throws Exception {
    Path out = directory.resolve("out");
    Process local = start(Files.createDirectory(directory.resolve("tmp")), out, "--demo=day");
    try {
      await().until(() -> !local.isAlive() || Files.readString(out).contains("running; interrupt"));
      assertThat(local.isAlive()).as(Files.readString(out)).isTrue();
      for (int replays = 0; replays < 2; replays++) {
        Result replay = clicks("archive", "replay");
        assertThat(replay.status()).as(replay.out() + replay.err()).isZero();
        theDayIsEqualGrossAndNet();
      }

      Path verdicts = data().resolve(Path.of("demo", "archive", "ivt"));
      String author;
      try (Stream<Path> files = Files.list(verdicts)) {
        author = files.findAny().orElseThrow().getFileName().toString().split("\\.")[0];
      }
      Result early = clicks("documents", "recount", "--counter", author);
      assertThat(early.status()).as(early.out() + early.err()).isOne();
      assertThat(early.err())
          .contains("spout still reading", "topology pause", "Nothing was changed");
      for (String command :
          List.of("topology pause", "documents recount --counter " + author, "topology resume")) {
        Result result = clicks(command.split(" "));
        assertThat(result.status()).as(command + result.out() + result.err()).isZero();
      }
      theDayIsEqualGrossAndNet();
    } finally {
      local.destroy();
      assertThat(local.waitFor()).isEqualTo(SIGTERM_STATUS);
    }
  }

  private void theDayIsEqualGrossAndNet() throws IOException {
    Result audit = clicks("documents", "audit", "--until-counted");
    assertThat(audit.out())
        .as(audit.err())
        .contains("EQUAL: every document matches the archive.", "  verdicts  ", ", 0 wrong\n");
    JsonNode ads = Truth.of(data().resolve("demo")).path("ads");
    int judged = 0;
    for (Map.Entry<String, JsonNode> ad : ads.properties()) {
      if (ad.getValue().path("invalidated").asLong() > 0 && judged++ < MOST_COMPARED) {
        saysTheTruth(clicks("ads", "show", ad.getKey(), "--json"), ad.getValue());
      }
    }
    assertThat(judged).isGreaterThan(MOST_COMPARED);
  }

  private static void saysTheTruth(Result ad, JsonNode truth) throws IOException {
    JsonNode shown = JSON.readTree(ad.out());
    JsonNode invalid = shown.findValue("invalid");
    for (String net : List.of("clicks", "costMicros", "spentMicros")) {
      assertThat(shown.findValue(net)).as(net + ad.out()).isEqualTo(truth.get(net));
    }
    for (String gross : List.of("grossClicks", "invalidated", "invalidatedMicros")) {
      assertThat(invalid.get(gross)).as(gross + ad.out()).isEqualTo(truth.get(gross));
    }
    truth
        .path("filtered")
        .properties()
        .forEach(
            of -> assertThat(invalid.get("filtered").get(of.getKey())).isEqualTo(of.getValue()));
  }

  /** A command that reaches the process by its settings file. */
  private Result clicks(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--settings", data().resolve("clicks.yaml").toString()));
    return CommandRun.run(Clicks::commandLine, line);
  }

  private Path data() {
    return directory.resolve("data");
  }

  private Process start(Path temporary, Path out, String... more) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Clicks.class.getName(),
                "local",
                "--data",
                data().toString(),
                "--riak-port",
                "0",
                "--broker-port",
                "0"));
    line.addAll(List.of(more));
    return new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile()).start();
  }

  /** Addresses in hexadecimal of the sockets on which a process listens. */
  private static List<String> listening(long pid) throws IOException {
    Set<String> own = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path file : files.toList()) {
        try {
          own.add(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
          continue; // It was closed meanwhile.
        }
      }
    }
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", table))) {
        Matcher socket = LISTENING.matcher(line);
        if (socket.matches() && own.contains("socket:[" + socket.group(3) + "]")) {
          addresses.add(socket.group(1));
        }
      }
    }
    return addresses;
  }

  /** 127.0.0.1, ::1, or 127.0.0.1 as IPv6 writes it; words are little-endian. */
  private static boolean isLoopback(String address) {
    return Set.of(
            "0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F")
        .contains(address);
  }
}
