package clickcounter.devcluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts all processes of the cluster that do not run, and waits until they answer.",
      "In the directory of an earlier cluster it continues with the topologies, messages and documents there.",
      "",
      "It runs copies of the jars, so a build does not disturb it; stop and start it to run new jars.",
      "ZooKeeper, broker and node listen on 127.0.0.1 only. Storm's Nimbus, supervisors and workers listen",
      "on all interfaces, without authentication: a warning names their ports."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks dev cluster start",
      "  deploy/clicks dev cluster start --small --data /tmp/c --first-port 20000",
      "  deploy/clicks dev cluster start --riak riak1:8087 --riak riak2:8087"
    },
    exitCodeList = {"0:ready", "3:not started, or the host has a public address"})
final class StartCommand extends ToolCommand {
  /**
   * Supervisors, and workers that each may have: as many as it takes to see one replace another.
   */
  private static final int USUAL = 2;

  @Option(names = "--small", description = "One supervisor for one worker, instead of two for two.")
  private boolean isSmall;

  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT",
      description = "A real Riak instead of the development node; may be repeated.")
  private final List<String> riak = new ArrayList<>();

  @Option(
      names = "--first-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "Use consecutive ports from this one on, instead of 2181, 6627, 61616, 8087, 6628… and 6700….")
  private int firstPort;

  @Option(names = "--public", description = "Start even if this host has a public address.")
  private boolean isPublic;

  @Mixin private DataOption data;

  StartCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    Directories directories = data.directories();
    int each = isSmall ? 1 : USUAL;
    ClusterOptions options = new ClusterOptions(new Ports(firstPort, each, each), riak);
    Cluster cluster = new Cluster(directories, options, ClusterExtras.NONE);
    if (Files.exists(directories.state()) && Cluster.in(directories).anyRuns()) {
      cluster = Cluster.in(directories);
      if (!cluster.options().equals(options)) {
        warn("it already runs, with other options: stop it first to change them");
      }
    }
    PublicPorts.warn(cluster.options().ports(), isPublic, terminal.err());
    cluster.start(Home.directory());
    say("ready");
    say("  zookeeper  " + cluster.address(Cluster.ZOOKEEPER));
    say("  nimbus     " + cluster.address(Cluster.NIMBUS));
    say("  broker     " + cluster.options().brokerUrl());
    say("  riak       " + cluster.options().riakNodes());
    say("  data       " + directories.root());
    say("  logs       " + directories.logs());
    return ExitCode.OK;
  }
}
