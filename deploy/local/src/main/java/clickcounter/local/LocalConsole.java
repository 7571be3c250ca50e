package clickcounter.local;

import clickcounter.console.Console;
import clickcounter.console.Token;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict.Limits;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/** The console of the local stack. */
record LocalConsole(Console console) {
  private static final String HOST = "127.0.0.1";
  private static final int USUAL_PORT = 8090;

  /**
   * Starts it on the usual port, or on another if that is taken.
   *
   * @param data the directory of the run, which has the demonstration's archive
   */
  static LocalConsole start(LocalStack stack, Settings settings, Path data) throws IOException {
    Settings ofStack =
        settings.with("riak.nodes", stack.riak()).with("broker.url", stack.brokerUrl());
    try {
      return start(ofStack, data, USUAL_PORT);
    } catch (IOException taken) {
      return start(ofStack, data, 0);
    }
  }

  private static LocalConsole start(Settings settings, Path data, int port) throws IOException {
    TopologySettings topology = TopologySettings.of(settings);
    Console.Sources sources =
        new Console.Sources(
            LocalMetrics::endpoints,
            settings,
            Reach.ofLocal(data),
            List.of(data.resolve("demo").resolve("archive")),
            new Limits(topology.ads().writes().deferralMs(), 0));
    return new LocalConsole(
        Console.start(
            new Console.Address(HOST, port, List.of()),
            Token.random(new SecureRandom()),
            sources,
            topology.store().open()));
  }

  /** The address that a person opens. */
  String printed() {
    return console.printed();
  }

  void close() {
    console.close();
  }
}
