package clickcounter.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
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
    footer = {
      "",
      "Example:",
      "  deploy/clicks local",
      "",
      "deploy/clicks COMMAND --help describes a command and its options."
    })
public final class Clicks implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  public static void main(String[] args) {
    System.exit(execute(Terminal.system(), args));
  }

  /** Runs a command, and returns its exit code. */
  static int execute(Terminal terminal, String... args) {
    return CommandFrame.execute(commandLine(terminal), terminal, args);
  }

  /** The command line with all commands on the class path. */
  public static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, SettingsOptions.usual());
  }

  /** The same, with other settings. */
  public static CommandLine commandLine(Terminal terminal, SettingsOptions settings) {
    CommandLine line = CommandFrame.of(new Clicks(), settings);
    Map<String, List<String>> namesByHeading = new LinkedHashMap<>();
    for (CommandGroup group : groups()) {
      List<String> names =
          namesByHeading.computeIfAbsent(group.section().heading(), h -> new ArrayList<>());
      for (Object command : group.commands(terminal)) {
        CommandLine sub = command instanceof CommandLine known ? known : new CommandLine(command);
        line.addSubcommand(sub);
        if (!sub.getCommandSpec().usageMessage().hidden()) {
          names.add(sub.getCommandName());
        }
      }
    }
    CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
    completion
        .getCommandSpec()
        .usageMessage()
        .hidden(true)
        .footer("", "Example:", "  source <(clicks generate-completion)");
    line.addSubcommand(completion);
    line.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(help, namesByHeading));
    return line;
  }

  private static List<CommandGroup> groups() {
    return ServiceLoader.load(CommandGroup.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(CommandGroup::section))
        .toList();
  }

  /** The names of the commands under the headings of their groups, each with its first line. */
  private static String list(Help help, Map<String, List<String>> namesByHeading) {
    StringBuilder text = new StringBuilder();
    namesByHeading.forEach(
        (heading, names) -> {
          if (!names.isEmpty()) {
            Map<String, Help> commands = new LinkedHashMap<>();
            names.forEach(name -> commands.put(name, help.subcommands().get(name)));
            text.append(String.format("%n%s:%n", heading)).append(help.commandList(commands));
          }
        });
    return text.toString();
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "expected a command");
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
