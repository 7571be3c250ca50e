package clickcounter.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A noun as a command, which is nothing without one of its own commands. */
@Command(
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n")
final class NounCommand {
  private NounCommand() {}

  /** Adds commands under their nouns, which it adds where they are not there yet. */
  static void add(CommandLine root, Map<Noun, List<Object>> commands) {
    commands.forEach(
        (noun, of) -> {
          for (Object command : of) {
            add(root, noun, command instanceof CommandLine line ? line : new CommandLine(command));
          }
        });
  }

  private static void add(CommandLine root, Noun noun, CommandLine command) {
    if (command.getCommandName().equals(noun.word())) {
      root.addSubcommand(command);
      return;
    }
    CommandLine line = root.getSubcommands().get(noun.word());
    if (line == null) {
      line = new CommandLine(new NounCommand());
      line.getCommandSpec().name(noun.word()).usageMessage().description(noun.sentence());
      root.addSubcommand(line);
    }
    line.addSubcommand(command);
    line.getCommandSpec().usageMessage().footer(examples(line));
  }

  private static String[] examples(CommandLine line) {
    return line.getSubcommands().values().stream()
        .flatMap(command -> example(command).stream())
        .toArray(String[]::new);
  }

  private static Optional<String> example(CommandLine command) {
    return Stream.of(command.getCommandSpec().usageMessage().footer())
        .filter(text -> text.startsWith("  ") && text.contains("clicks "))
        .findFirst()
        .map(text -> "  " + text.strip());
  }
}
