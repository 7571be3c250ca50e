package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** The command {@code local}, which runs until it is closed as by an interrupt. */
final class LocalThread implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("(?m)^ready riak (\\S+) broker (\\S+) console http\\S+$");

  private final StringWriter out = new StringWriter();
  private final Thread thread;

  private LocalThread(List<String> words) {
    CommandLine line = Clicks.commandLine(Terminal.system());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(out, true));
    thread = new Thread(() -> line.execute(words.toArray(String[]::new)), "local");
  }

  /**
   * Starts it on free ports, and waits until it says that it is ready.
   *
   * @param words the command and its options
   */
  static LocalThread start(Path data, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data", data.toString()));
    all.addAll(List.of("--riak-port=0", "--broker-port=0"));
    LocalThread local = new LocalThread(all);
    local.thread.start();
    await().until(() -> !local.thread.isAlive() || READY.matcher(local.out()).find());
    assertThat(local.thread.isAlive()).as(local.out()).isTrue();
    return local;
  }

  /** What it has said. */
  String out() {
    return out.toString();
  }

  String riak() {
    return place(1);
  }

  String brokerUrl() {
    return place(2);
  }

  private String place(int group) {
    Matcher ready = READY.matcher(out());
    assertThat(ready.find()).as(out()).isTrue();
    return ready.group(group);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
