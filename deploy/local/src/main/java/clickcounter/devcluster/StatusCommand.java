package clickcounter.devcluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows the cluster's processes, whether they answer, and how much memory they use.",
    footer = {"", "Example:", "  deploy/clicks dev cluster status"},
    exitCodeList = {"0:all answer", "1:some do not"})
final class StatusCommand extends ToolCommand {
  private static final String ROW = "%-13s %8s %8s  %-22s %s%n";

  @Mixin private DataOption data;

  StatusCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    Cluster cluster = data.cluster();
    boolean all = true;
    long totalMb = 0;
    terminal.out().printf(ROW, "process", "pid", "memory", "address", "");
    for (String name : cluster.names()) {
      Optional<ProcessHandle> process = cluster.process(name);
      boolean answers = process.isPresent() && cluster.answers(name);
      all &= answers;
      String state = process.isEmpty() ? "does not run" : answers ? "answers" : "does not answer";
      totalMb += show(name, process.orElse(null), cluster.address(name), state);
    }
    for (Workers.WorkerProcess worker : cluster.workers().running()) {
      totalMb +=
          show(
              worker.name(),
              worker.process(),
              "127.0.0.1:" + worker.port(),
              worker.topologyId() + " by " + worker.supervisor());
    }
    terminal.out().printf(ROW, "total", "", totalMb + " MB", "", "").flush();
    if (!cluster.options().hasDevelopmentNode()) {
      say("riak is elsewhere: " + cluster.options().riakNodes());
    }
    return all ? ExitCode.OK : ExitCode.MISSING;
  }

  private long show(String name, ProcessHandle process, String address, String state) {
    long mb = process == null ? 0 : ProcessMemory.residentMb(process.pid());
    terminal
        .out()
        .printf(
            ROW,
            name,
            process == null ? "-" : Long.toString(process.pid()),
            process == null ? "-" : mb + " MB",
            address,
            state);
    return Math.max(0, mb);
  }
}
