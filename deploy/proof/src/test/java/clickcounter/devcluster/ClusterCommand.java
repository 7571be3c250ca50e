package clickcounter.devcluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "cluster",
    description = {
      "Starts a Storm cluster on this machine, for trials and drills, or stops it.",
      "It is ZooKeeper, Nimbus, supervisors with their workers, an ActiveMQ broker and a Riak-speaking development",
      "node, each a process of its own. Those that do not run are started; it waits until all answer.",
      "It takes free ports. In the directory of an earlier cluster it continues with the ports, topologies,",
      "messages and documents there.",
      "",
      "It runs copies of the jars, so a build does not disturb it; stop and start it to run new jars.",
      "ZooKeeper, broker and node listen on 127.0.0.1 only. Storm's Nimbus, supervisors and workers listen",
      "on all interfaces, without authentication: a warning names their ports."
    },
    footer = {
      "  deploy/clicks dev cluster",
      "  deploy/clicks dev cluster --small --data /tmp/c",
      "  deploy/clicks dev cluster --riak riak1:8087 --riak riak2:8087",
      "  deploy/clicks dev cluster --stop"
    },
    exitCodeList = {"0:ready, or stopped", "3:not started, or the host has a public address"})
final class ClusterCommand extends ToolCommand {
  /**
   * Supervisors, and workers that each may have: as many as it takes to see one replace another.
   */
  private static final int USUAL = 2;

  @Option(
      names = "--stop",
      description = {
        "Stop the cluster's processes instead, workers included, and no others. Data stays.",
        "A process from a pid file is stopped only if its command line has this cluster's marks."
      })
  private boolean isStop;

  @Option(names = "--small", description = "One supervisor for one worker, instead of two for two.")
  private boolean isSmall;

  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT",
      description = "A real Riak instead of the development node; may be repeated.")
  private final List<String> riak = new ArrayList<>();

  @Option(names = "--public", description = "Start even if this host has a public address.")
  private boolean isPublic;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The cluster's directory (default: deploy/target/cluster).")
  private Path data;

  @Override
  protected int run() throws IOException, InterruptedException {
    Directories directories = new Directories(data != null ? data : Home.data("cluster"));
    if (isStop) {
      List<String> ended = Cluster.in(directories).stop();
      say(ended.isEmpty() ? "nothing of it ran" : "stopped " + String.join(", ", ended));
    } else {
      start(directories);
    }
    return ExitCode.OK;
  }

  private void start(Directories directories) throws IOException, InterruptedException {
    Cluster cluster = cluster(directories);
    PublicPorts.warn(cluster.options().ports(), isPublic, terminal.err());
    cluster.start(Home.directory());
    say("ready");
    say("  zookeeper  " + cluster.address(Cluster.ZOOKEEPER));
    say("  nimbus     " + cluster.address(Cluster.NIMBUS));
    say("  broker     " + cluster.options().brokerUrl());
    say("  riak       " + cluster.options().riakNodes());
    say("  data       " + directories.root());
    say("  logs       " + directories.logs());
  }

  private Cluster cluster(Directories directories) throws IOException {
    int each = isSmall ? 1 : USUAL;
    boolean isNew = !Files.exists(directories.state());
    Ports ports =
        isNew
            ? Ports.free(each, each)
            : new Ports(Cluster.in(directories).options().ports().first(), each, each);
    Cluster asked = new Cluster(directories, new ClusterOptions(ports, riak), ClusterExtras.NONE);
    if (isNew || !Cluster.in(directories).anyRuns()) {
      return asked;
    }
    Cluster running = Cluster.in(directories);
    if (!running.options().equals(asked.options())) {
      warn("it already runs, with other options: stop it first to change them");
    }
    return running;
  }
}
