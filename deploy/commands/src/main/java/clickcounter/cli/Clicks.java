package clickcounter.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The command line of click-counter. It offers the commands of every {@link CommandGroup} on the
 * class path: those of the tools alone in the tools' jar, all of them in {@code deploy/clicks}.
 */
@Command(
    name = "clicks",
    mixinStandardHelpOptions = true,
    versionProvider = Clicks.Version.class,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = "Counts clicks and impressions exactly once.",
    commandListHeading = "%n",
    footer = {
      "",
      "Example:",
      "  deploy/clicks EXAMPLE",
      "",
      "deploy/clicks NOUN --help lists a noun's commands.",
      "deploy/clicks NOUN COMMAND --help describes a command, with examples."
    })
public final class Clicks {
  public static void main(String[] args) {
    Terminal.useUtf8();
    CommandLog.use();
    System.exit(execute(Terminal.system(), args));
  }

  /** Runs a command, and returns its exit code. */
  static int execute(Terminal terminal, String... args) {
    Map<Noun, List<Object>> commands = commands(terminal, args.length == 0 ? "" : args[0]);
    return CommandFrame.execute(with(commands, SettingsOptions.usual()), terminal, args);
  }

  /** The command line with all commands on the class path. */
  public static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, SettingsOptions.usual());
  }

  /** The same, with other settings. */
  public static CommandLine commandLine(Terminal terminal, SettingsOptions settings) {
    return with(commands(terminal, ""), settings);
  }

  /**
   * Those of a noun, or all if no single group has such a noun: building all takes a third of a
   * second, looking through all jars a tenth.
   */
  private static Map<Noun, List<Object>> commands(Terminal terminal, String word) {
    Map<Noun, List<Object>> commands = new EnumMap<>(Noun.class);
    for (CommandGroup group : ServiceLoader.load(CommandGroup.class)) {
      for (Map.Entry<Noun, List<Object>> more : group.commands(terminal).entrySet()) {
        Noun noun = more.getKey();
        if (noun != Noun.DEV && noun.word().equals(word)) {
          return Map.of(noun, more.getValue());
        }
        commands.computeIfAbsent(noun, n -> new ArrayList<>()).addAll(more.getValue());
      }
    }
    return commands;
  }

  /** The command line with these commands alone, and with the settings of options alone. */
  public static CommandLine with(Map<Noun, List<Object>> commands) {
    return with(commands, SettingsOptions.only());
  }

  private static CommandLine with(Map<Noun, List<Object>> commands, SettingsOptions settings) {
    CommandLine line = CommandFrame.of(new Clicks(), settings);
    NounCommand.add(line, commands);
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.footer(
        Stream.of(usage.footer())
            .map(text -> text.replace("EXAMPLE", example(commands.keySet())))
            .toArray(String[]::new));
    CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
    completion
        .getCommandSpec()
        .usageMessage()
        .hidden(true)
        .footer("", "Example:", "  source <(clicks generate-completion)");
    line.addSubcommand(completion);
    line.registerConverter(Duration.class, new Durations()); // of all commands that are there
    line.getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            help -> contents(help.subcommands().keySet()));
    return line;
  }

  private static String example(Set<Noun> there) {
    return Stream.of(Noun.LOCAL, Noun.STATUS)
        .filter(there::contains)
        .findFirst()
        .map(Noun::word)
        .orElse("archive check PATH");
  }

  private static String contents(Set<String> words) {
    return Stream.of(Noun.values())
        .filter(noun -> words.contains(noun.word()))
        .map(noun -> String.format("  %-10s %s%n", noun.word(), noun.sentence()))
        .collect(joining());
  }

  /** The version that the build put into a resource. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      Properties build = new Properties();
      try (InputStream file = Clicks.class.getResourceAsStream("build.properties")) {
        build.load(Objects.requireNonNull(file, "build.properties"));
      }
      return new String[] {"click-counter " + build.getProperty("version")};
    }
  }
}
