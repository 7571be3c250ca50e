package clickcounter.cli;

import clickcounter.event.OneLine;
import clickcounter.settings.Arguments;
import clickcounter.settings.Spelling;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What all our command lines have in common: wrong usage and crashes have exit codes of their own,
 * so that neither can be mistaken for a result, and the help of each command lists its exit codes
 * from {@link ExitCode}.
 */
public final class CommandFrame {
  /** Exit codes that say something about what was printed. */
  private static final Set<Integer> IS_RESULT =
      Set.of(ExitCode.OK, ExitCode.MISSING, ExitCode.WRONG, ExitCode.SKIPPED);

  /** picocli accepts no less. */
  private static final int LEAST_WIDTH = 55;

  private CommandFrame() {}

  /** The command line of this root command, which reads no settings. */
  public static CommandLine of(Object root) {
    // picocli calls the root's handlers only, whichever subcommand runs.
    return new CommandLine(root)
        .registerConverter(Duration.class, new Durations())
        .setExpandAtFiles(false) // @x may be an ad's id.
        .setExecutionStrategy(CommandFrame::run)
        .setParameterExceptionHandler((e, args) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, line, parsed) -> crashed(e, line))
        .setExitCodeExceptionMapper(
            e -> e instanceof ParameterException ? ExitCode.USAGE : ExitCode.INTERNAL);
  }

  /** The command line of this root command. Subcommands may be added to it: all have settings. */
  public static CommandLine of(Object root, SettingsOptions settings) {
    CommandLine line = of(root);
    settings.addTo(line.getCommandSpec());
    return line;
  }

  /**
   * Runs a command. What was not written is not done: if its output could not be written, as on a
   * full disk, it has failed, whatever it says.
   */
  public static int execute(CommandLine line, Terminal terminal, String... args) {
    try {
      Arguments.requireReadable(args);
    } catch (IllegalArgumentException e) {
      terminal.err().println(line.getCommandName() + ": " + e.getMessage());
      return ExitCode.USAGE;
    }
    line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    line.setUsageHelpWidth(width(System.getenv("COLUMNS")));
    int status = line.execute(args);
    if (terminal.isWritten() || !IS_RESULT.contains(status)) {
      return status;
    }
    terminal
        .err()
        .println(
            "clicks: the output could not be written, or not all of it. Do not use what was"
                + " written. Is the disk full, or did the program that reads it end?");
    return ExitCode.FAILED;
  }

  /** That of the terminal, if the shell says it; picocli needs {@value #LEAST_WIDTH}. */
  static int width(String columns) {
    return columns != null && columns.matches("\\d{1,4}")
        ? Math.max(LEAST_WIDTH, Integer.parseInt(columns))
        : UsageMessageSpec.DEFAULT_USAGE_WIDTH;
  }

  private static int run(ParseResult parsed) {
    CommandLine line = parsed.commandSpec().commandLine();
    try {
      for (ParseResult level = parsed; level != null; level = level.subcommand()) {
        line = level.commandSpec().commandLine();
        describeExitCodes(line);
        requireNothingEmpty(level);
      }
      CommandSpec command = line.getCommandSpec();
      SettingsOptions.of(command).ifPresent(options -> requireJsonIfGiven(options, command));
      return new RunLast().execute(parsed);
    } catch (PicocliException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // picocli does not catch an Error. The JVM would then exit with 1, which is one of our
      // results.
      return crashed(e, line);
    }
  }

  private static void requireJsonIfGiven(SettingsOptions options, CommandSpec command) {
    if (options.isJson() && !(command.userObject() instanceof PrintsJson)) {
      throw new ParameterException(
          command.commandLine(), command.qualifiedName() + " prints no JSON: leave out --json");
    }
    if (options.isJson() && command.commandLine().getParseResult().hasMatchedOption("--csv")) {
      throw new ParameterException(command.commandLine(), "--json and --csv cannot be combined");
    }
  }

  /** An empty path would be the working directory. */
  private static void requireNothingEmpty(ParseResult parsed) {
    for (ArgSpec arg : parsed.matchedArgs()) {
      if (arg.originalStringValues().contains("")) {
        boolean isPath = List.of(arg.auxiliaryTypes()).contains(Path.class);
        throw new ParameterException(
            parsed.commandSpec().commandLine(),
            "empty %s%s. Does a variable in it have no value?"
                .formatted(
                    isPath ? "path" : arg.paramLabel().toLowerCase(Locale.ROOT),
                    arg instanceof OptionSpec option ? " of " + option.longestName() : ""),
            arg,
            "");
      }
    }
  }

  private static int wrongUsage(ParameterException e) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    boolean isHalf =
        e.getClass() == ParameterException.class
            && e.getArgSpec() == null
            && !line.getSubcommands().isEmpty();
    err.println(OneLine.of(e instanceof UnmatchedArgumentException u ? reason(u) : e.getMessage()));
    describeExitCodes(line);
    if (isHalf) {
      line.usage(err, line.getColorScheme()); // It lists the commands of the noun.
    } else {
      err.print(line.getHelp().fullSynopsis());
      err.println("See " + line.getCommandSpec().qualifiedName() + " --help");
    }
    err.flush();
    return ExitCode.USAGE;
  }

  /** Names what there is not, and what is near; values of unknown options are no news. */
  private static String reason(UnmatchedArgumentException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    List<String> words = e.getUnmatched();
    List<String> options = words.stream().filter(word -> word.startsWith("-")).toList();
    if (!options.isEmpty()) {
      String option = options.get(0).replaceFirst("=.*", "");
      return unknown(command, "option", option, command.optionsMap().keySet());
    }
    return command.subcommands().isEmpty()
        ? "%s: one argument too many: '%s'".formatted(command.qualifiedName(), words.get(0))
        : unknown(command, "command", words.get(0), command.subcommands().keySet());
  }

  private static String unknown(
      CommandSpec command, String what, String word, Collection<String> names) {
    List<String> near = names.stream().filter(name -> Spelling.isNear(word, name)).toList();
    String meant = near.isEmpty() ? "" : ". Did you mean " + String.join(" or ", near) + "?";
    return "%s: there is no %s '%s'%s".formatted(command.qualifiedName(), what, word, meant);
  }

  private static int crashed(Throwable e, CommandLine line) {
    PrintWriter err = line.getErr();
    String what = line.getCommandSpec().qualifiedName() + ": internal error, no result: ";
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      err.println(OneLine.of(what + cause));
      Stream.of(cause.getStackTrace()).forEach(frame -> err.println("\tat " + frame));
      what = "caused by: ";
    }
    err.flush();
    return ExitCode.INTERNAL;
  }

  static void describeExitCodes(CommandLine line) {
    hideInherited(line.getCommandSpec());
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.footer(Stream.of(usage.footer()).map(Home::withLauncher).toArray(String[]::new));
    if (!usage.exitCodeList().containsKey(Integer.toString(ExitCode.INTERNAL))) {
      usage.exitCodeListHeading("%nExit codes:%n");
      usage.exitCodeList(ExitCode.help(usage.exitCodeList()));
    }
  }

  /** The root's help shows them, and that of what prints JSON shows that option. */
  private static void hideInherited(CommandSpec command) {
    for (OptionSpec option : List.copyOf(command.options())) {
      if (option.inherited()) {
        command.remove(option);
        boolean isShown =
            option.longestName().equals(SettingsOptions.JSON)
                && command.userObject() instanceof PrintsJson;
        command.addOption(
            OptionSpec.builder(option).scopeType(ScopeType.LOCAL).hidden(!isShown).build());
      }
    }
  }
}
