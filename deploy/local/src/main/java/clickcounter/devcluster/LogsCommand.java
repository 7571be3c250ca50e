package clickcounter.devcluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the last 500 lines of a process's log; without a name, lists the logs.",
      "worker-PORT is the newest log of the workers at this port."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks dev cluster logs",
      "  deploy/clicks dev cluster logs worker-6700"
    },
    exitCodeList = {"0:shown", "1:there is no such log"})
final class LogsCommand extends ToolCommand {
  private static final int WORKER_LOG_DEPTH = 5;
  private static final int LINES = 500;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "nimbus, supervisor-1, worker-6700, broker, …")
  private String name;

  @Mixin private DataOption data;

  LogsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    Map<String, Path> logs = logs(data.cluster().directories());
    if (name == null) {
      for (Map.Entry<String, Path> log : logs.entrySet()) {
        terminal
            .out()
            .printf(
                "%-13s %6d KB  %s%n",
                log.getKey(), Files.size(log.getValue()) / 1024, log.getValue());
      }
      return ExitCode.OK;
    }
    Path log = logs.get(name);
    if (log == null) {
      warn("no log of '" + name + "'; there are " + logs.keySet());
      return ExitCode.MISSING;
    }
    List<String> end = LogTail.of(log, LINES);
    end.forEach(terminal.out()::println);
    return ExitCode.OK;
  }

  private static Map<String, Path> logs(Directories directories) throws IOException {
    Map<String, Path> logs = new TreeMap<>();
    try (Stream<Path> files =
        Files.find(directories.logs(), WORKER_LOG_DEPTH, (path, a) -> a.isRegularFile())) {
      for (Path file : files.toList()) {
        String fileName = file.getFileName().toString();
        if (file.getParent().equals(directories.logs()) && fileName.endsWith(".log")) {
          logs.put(fileName.substring(0, fileName.length() - ".log".length()), file);
        } else if (fileName.equals("worker.log")) {
          logs.merge("worker-" + file.getParent().getFileName(), file, LogsCommand::newer);
        }
      }
    }
    return logs;
  }

  private static Path newer(Path a, Path b) {
    return a.toFile().lastModified() >= b.toFile().lastModified() ? a : b;
  }
}
