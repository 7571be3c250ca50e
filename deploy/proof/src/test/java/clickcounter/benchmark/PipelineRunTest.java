package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of the whole pipeline on few events, with a node that was started separately. */
@Tag("slow")
@Tag("long")
class PipelineRunTest {
  @TempDir private Path directory;

  @Test
  void runOnARiakByAddressSaysWhatItUsed() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (DevNode node = DevNode.start(DevNodeConfig.in(directory.resolve("node")))) {
      String address = "127.0.0.1:" + node.port();
      int status =
          Clicks.commandLine(new Terminal(new PrintStream(out), new PrintStream(err), false))
              .execute(
                  "dev",
                  "benchmark",
                  "--parts=batches",
                  "--events=20000",
                  "--ads=100",
                  "--counters=4",
                  "--set=riak.nodes=" + address,
                  "--data=" + directory.resolve("data"));

      assertThat(status).as(err.toString()).isZero();
      assertThat(out.toString())
          .contains("Riak at " + address + ", 500 a message: ")
          .contains("of processor time an event", "the JIT compiler took");
    }
  }
}
