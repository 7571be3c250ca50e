package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandFrame;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.SettingsOptions;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.ToolSettings;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What debug packs, and what it must not. */
class DebugCommandTest {
  private static final String SECRET = "S3cret\"0f the\\broker";

  @TempDir private Path directory;
  private HttpServer worker;

  /** A command that says more than it should. */
  @Command(name = "status")
  static final class TalkativeCommand implements Runnable {
    @Option(names = "--json")
    private boolean json;

    @Mixin private ToolSettings settings;

    private final Terminal terminal;

    TalkativeCommand(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public void run() {
      terminal
          .out()
          .println("status of " + settings.given().file().get() + ", logged in with " + SECRET);
      terminal.out().println("{\"password\": \"S3cret\\\"0f the\\\\broker\"}");
      terminal.out().println("failover:(tcp://clicks:pa55@b1:61616?jms.password=pa55&a=b)");
    }
  }

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(directory.resolve("installed").resolve("lib-worker"));
    System.setProperty("clicks.home", directory.resolve("installed").toString());
    worker = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    worker.createContext(
        "/metrics",
        exchange -> {
          byte[] text = "clickcounter_puts_total 7\n".getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    worker.start();
  }

  @AfterEach
  void stop() {
    worker.stop(0);
    System.clearProperty("clicks.home");
  }

  private CommandLine commands(Terminal terminal) {
    CommandLine line =
        CommandFrame.of(CommandLine.Model.CommandSpec.create(), SettingsOptions.only());
    line.addSubcommand(new TalkativeCommand(terminal));
    line.addSubcommand(new DebugCommand(terminal, this::commands, Clock.systemUTC()));
    return line;
  }

  private Path settings() throws IOException {
    Path password =
        Files.createFile(
            directory.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(password, SECRET + "\n");
    return Files.writeString(
        directory.resolve("clicks.yaml"),
        """
        name: shop
        broker.user: clicks
        broker.password: "file:%s"
        riak.user: clicks
        riak.trustStore: ca.pem
        riak.password: "env:PATH"
        """
            .formatted(password));
  }

  private Map<String, String> packed() throws IOException {
    Map<String, String> parts = new TreeMap<>();
    try (InputStream file = Files.newInputStream(directory.resolve("debug.zip"));
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry part = zip.getNextEntry(); part != null; part = zip.getNextEntry()) {
        parts.put(part.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return parts;
  }

  private Result debug() throws IOException {
    return CommandRun.run(
        this::commands,
        List.of(
            "debug",
            "--set=ops.nimbus=127.0.0.1:1",
            "--settings=" + settings(),
            directory.resolve("debug.zip")));
  }

  @Test
  void noSecretIsInItWhateverAPartSays() throws Exception {
    debug();

    assertThat(String.join("\n", packed().values()))
        .contains(
            "broker.password: file:" + directory.resolve("password"), "riak.password: env:PATH")
        .contains("logged in with (secret)", "a=b")
        .doesNotContain("S3cret", "0f the", "pa55", System.getenv("PATH"));
  }

  @Test
  void itHasWhatOthersSayAndWhyTheRestCannotBeHad() throws Exception {
    Result result = debug();

    assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.MISSING);
    Map<String, String> parts = packed();
    assertThat(parts.get("status.json")).contains("status of " + directory.resolve("clicks.yaml"));
    assertThat(parts.get("settings.txt")).contains("name: shop\n", "adsTasks: 2  # default\n");
    assertThat(parts.get("versions.txt")).contains("could not be had");
    assertThat(parts.get("cluster.txt")).contains("could not be had", "Nimbus");
    assertThat(parts.get("workers.txt")).contains("could not be had", "Nimbus");
    for (String said : List.of(parts.get("README.txt"), result.err())) {
      assertThat(said)
          .containsPattern("(?m)^cluster.txt: could not be had: .*Nimbus.*$")
          .containsPattern("(?m)^check.json: could not be had: check --json ended with 64: .+$");
    }
    assertThat(parts.get("README.txt")).contains("status.json\n");
  }

  @Test
  void ofEachWorkerItHasTheMetricsAndWhatItsThreadsDo() throws Exception {
    URI metrics = URI.create("http://127.0.0.1:" + worker.getAddress().getPort() + "/metrics");
    new LocalAddresses(1, metrics).save(directory);

    debug();

    String at = "workers/127.0.0.1_" + worker.getAddress().getPort();
    assertThat(packed().get(at + "/metrics.txt")).contains("clickcounter_puts_total 7");
    assertThat(packed().get(at + "/threads.txt")).contains("could not be had", "404");
  }

  @Test
  void itsOwnerAloneMayReadIt() throws Exception {
    debug();

    assertThat(Files.getPosixFilePermissions(directory.resolve("debug.zip")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }
}
