package clickcounter.cluster;

import picocli.CommandLine.Option;

/** Which topology a command is about. */
final class NameOption {
  @Option(
      names = "--name",
      defaultValue = "click-counter",
      description = "The topology's name (default: ${DEFAULT-VALUE}).")
  String name;
}
