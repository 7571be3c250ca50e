package clickcounter.devcluster;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the commands that start and stop a cluster. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Runs a Storm cluster on this machine, for trials and drills.",
      "It is ZooKeeper, Nimbus, supervisors with their workers, an ActiveMQ broker and a Riak-speaking development"
          + " node, each a process of its own."
    },
    footer = {
      "",
      "Example:",
      "  deploy/clicks dev cluster start",
      "  deploy/clicks topology submit --set workers=2",
      "  deploy/clicks status",
      "  deploy/clicks dev cluster stop"
    })
final class ClusterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command");
  }

  static CommandLine with(Object... commands) {
    CommandLine line = new CommandLine(new ClusterCommand());
    for (Object command : commands) {
      line.addSubcommand(command);
    }
    return line;
  }
}
