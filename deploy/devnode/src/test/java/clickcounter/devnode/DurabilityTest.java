package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Patience;
import com.basho.riak.client.api.cap.VClock;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DurabilityTest {

  private static final int WRITERS = 8;
  private static final int ACKNOWLEDGED_BEFORE_KILL = 1_000;

  @TempDir Path data;

  @Test
  void aRestartKeepsSiblingsAndTheirVclock() throws Exception {
    VClock before;
    try (DevNode node = DevNode.start(DevNodeConfig.in(data));
        Riak riak = new Riak(node.port())) {
      riak.putFirst(at("clicks", "k"), "a");
      before = riak.putFirst(at("clicks", "k"), "b");
    }
    try (DevNode node = DevNode.start(DevNodeConfig.in(data));
        Riak riak = new Riak(node.port())) {
      assertThat(riak.get(at("clicks", "k")).getVectorClock()).isEqualTo(before);
      assertThat(riak.textsAt(at("clicks", "k"))).containsExactlyInAnyOrder("a", "b");
      riak.put(at("clicks", "k"), "c", before);
      assertThat(riak.textsAt(at("clicks", "k"))).containsExactly("c");
    }
  }

  @Test
  void everyAcknowledgedPutSurvivesKillMinus9() throws Exception {
    List<String> acknowledged = putUntilKilled();

    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED_BEFORE_KILL);
    try (DevNode node = DevNode.start(DevNodeConfig.in(data));
        Riak riak = new Riak(node.port())) {
      for (String key : acknowledged) {
        assertThat(riak.textsAt(at("clicks", key))).as(key).containsExactly("value of " + key);
      }
    }
  }

  private List<String> putUntilKilled() throws Exception {
    Process process = startProcess();
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try (Riak riak = new Riak(portOf(process))) {
      CountDownLatch enough = new CountDownLatch(ACKNOWLEDGED_BEFORE_KILL);
      List<Future<List<String>>> results = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String writer = "w" + i;
        results.add(writers.submit(() -> putUntilFailure(riak, writer, enough)));
      }
      assertThat(enough.await(Patience.LIMIT_S, TimeUnit.SECONDS)).isTrue();
      process.destroyForcibly().waitFor();
      List<String> acknowledged = new ArrayList<>();
      for (Future<List<String>> result : results) {
        acknowledged.addAll(result.get());
      }
      return acknowledged;
    } finally {
      writers.shutdownNow();
      process.destroyForcibly().waitFor();
    }
  }

  private static List<String> putUntilFailure(Riak riak, String writer, CountDownLatch enough) {
    List<String> acknowledged = new ArrayList<>();
    try {
      for (int i = 0; ; i++) {
        String key = writer + "-" + i;
        riak.putFirst(at("clicks", key), "value of " + key);
        acknowledged.add(key);
        enough.countDown();
      }
    } catch (Riak.RiakFailure killed) {
      return acknowledged;
    }
  }

  private Process startProcess(String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DevNodeCommand.class.getName(),
                "--data",
                data.toString(),
                "--port",
                "0"));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).start();
  }

  private static int portOf(Process process) throws IOException {
    return Integer.parseInt(readyPort(process, "one copy", "ready 127.0.0.1:"));
  }

  private static String readyPort(Process process, String copies, String ready) throws IOException {
    BufferedReader lines = process.inputReader();
    assertThat(lines.readLine()).contains("development node", copies, "never for production");
    String line = lines.readLine();
    assertThat(line).startsWith(ready);
    return line.substring(line.lastIndexOf(':') + 1);
  }

  @Test
  void aPortInUseIsNamedWithTheOptionThatChangesIt() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      String error = failingStart("--data", data.toString(), "--port", port);

      assertThat(error).contains("127.0.0.1:" + port, "--port").doesNotContain("\tat ");
    }
  }

  @Test
  void aFailedStartGivesTheDirectoryBack() throws IOException {
    aPortInUseIsNamedWithTheOptionThatChangesIt();

    DevNode.start(DevNodeConfig.in(data)).close();
  }

  @Test
  void aDirectoryOfAnotherNodeIsNamedWithTheOptionThatChangesIt() throws IOException {
    DevNode first = DevNode.start(DevNodeConfig.in(data));
    try {
      String error = failingStart("--data", data.toString(), "--port", "0");

      assertThat(error).contains(data.toString(), "another process", "--data");
    } finally {
      first.close();
    }
  }

  @Test
  void aDirectoryOfAnotherProcessIsNamedWithTheOptionThatChangesIt() throws Exception {
    Process first = startProcess();
    try {
      portOf(first);

      String error = failingStart("--data", data.toString(), "--port", "0");

      assertThat(error).contains(data.toString(), "another process uses it", "--data", "/LOCK");
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  @Test
  void corruptionIsNotTakenForALock() throws Exception {
    try (DevNode node = DevNode.start(DevNodeConfig.in(data));
        Riak riak = new Riak(node.port())) {
      riak.putFirst(at("clicks", "k"), "a");
    }
    // What a restart recovers from the log it writes to a table.
    DevNode.start(DevNodeConfig.in(data)).close();
    for (Path table : filesNamed("*.sst")) {
      byte[] bytes = Files.readAllBytes(table);
      Arrays.fill(bytes, 0, bytes.length / 2, (byte) 0x5A);
      Files.write(table, bytes);
    }

    String error = failingStart("--data", data.toString(), "--port", "0");

    assertThat(error)
        .contains(data.toString(), "block checksum mismatch", "remove this one")
        .doesNotContain("another process");
  }

  private List<Path> filesNamed(String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(data, pattern)) {
      files.forEach(found::add);
    }
    assertThat(found).as(pattern + " in " + data).isNotEmpty();
    return found;
  }

  @Test
  void aFileIsNoDataDirectory() throws IOException {
    Path file = Files.createFile(data.resolve("file"));

    assertThatThrownBy(() -> DevNode.start(DevNodeConfig.in(file)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void helpShowsExamplesAndExitCodes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int status = DevNodeCommand.run(new PrintStream(out), System.err, "--help");

    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("--port", "--data", "--nodes")
        .contains("Examples:", "deploy/clicks dev node --data", "Exit codes:", "never for");
  }

  @Test
  void wrongUsageHasAnExitCodeOfItsOwn() {
    for (List<String> wrong :
        List.of(
            List.of("--port", "x"),
            List.of("--port", "70000"),
            List.of("--nodes", "2", "--port", "0"),
            List.of("--unknown"))) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int status =
          DevNodeCommand.run(System.out, new PrintStream(err), wrong.toArray(String[]::new));
      assertThat(status).as("%s: %s", wrong, err).isEqualTo(64);
      assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("\tat ");
    }
  }

  private static String failingStart(String... options) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = DevNodeCommand.run(System.out, new PrintStream(err), options);
    assertThat(status).isEqualTo(3);
    return err.toString(StandardCharsets.UTF_8);
  }
}
