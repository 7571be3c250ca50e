package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.RejectedLine;
import clickcounter.riak.RiakSettings;
import clickcounter.service.Transport;
import clickcounter.store.DocumentStore;
import clickcounter.tools.Tools;
import clickcounter.tools.common.Backends;
import clickcounter.topology.TopologySettingsTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The tools know every setting of the topology that is about the broker or Riak. */
class ToolsReadSettingsTest {
  private static final String REACHED = "the settings were read";

  @TempDir private Path directory;

  /** Nobody is there, so that what is read before shows. */
  private static final class Nobody implements Backends {
    @Override
    public DocumentStore connect(RiakSettings settings) {
      throw new NoVerdict(REACHED);
    }

    @Override
    public Transport openQueue(BrokerSettings settings) {
      throw new NoVerdict(REACHED);
    }

    @Override
    public boolean readRejects(BrokerSettings settings, Consumer<RejectedLine> sink) {
      throw new NoVerdict(REACHED);
    }
  }

  @Test
  void aFileWithEverySettingServesTheTools() throws IOException {
    String all = TopologySettingsTable.yaml().replaceAll("(?m)^#(\\S+: )", "$1");
    assertThat(all.lines().filter(line -> line.matches("[a-z].*")))
        .hasSize(TopologySettingsTable.ROWS.size());
    Path file =
        Files.writeString(
            directory.resolve("clicks.yaml"),
            all.replace("broker.url:", "broker.url: tcp://b:1")
                .replace("riak.nodes:", "riak.nodes: r:1"));
    Path events = Files.createFile(directory.resolve("a.ndjson"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);
    CommandLine line =
        Clicks.with(Tools.all(new Terminal(print, print, false), new Nobody(), Clock.systemUTC()));

    for (String command : new String[] {"documents audit", "archive replay"}) {
      String[] words = (command + " --settings " + file + " " + events).split(" ");
      int status = line.execute(words);
      assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.FAILED);
      assertThat(err.toString(StandardCharsets.UTF_8)).contains(REACHED);
      err.reset();
    }
  }
}
