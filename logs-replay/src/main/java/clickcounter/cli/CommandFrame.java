package clickcounter.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
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

  private CommandFrame() {}

  /** The command line of this root command, which reads no settings. */
  public static CommandLine of(Object root) {
    // picocli calls the root's handlers only, whichever subcommand runs.
    return new CommandLine(root)
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

  private static int run(ParseResult parsed) {
    CommandLine line = parsed.commandSpec().commandLine();
    try {
      describeExitCodes(line);
      for (ParseResult sub = parsed; sub.hasSubcommand(); ) {
        sub = sub.subcommand();
        line = sub.commandSpec().commandLine();
        describeExitCodes(line);
      }
      CommandSpec command = line.getCommandSpec();
      SettingsOptions.of(command).ifPresent(settings -> hand(settings, command));
      return new RunLast().execute(parsed);
    } catch (PicocliException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // picocli does not catch an Error. The JVM would then exit with 1, which is one of our
      // results.
      return crashed(e, line);
    }
  }

  /** A mixin may be in another. */
  private static void hand(SettingsOptions settings, CommandSpec command) {
    for (CommandSpec mixin : command.mixins().values()) {
      if (mixin.userObject() instanceof UsesSettings user) {
        user.use(settings);
      }
      hand(settings, mixin);
    }
  }

  private static int wrongUsage(ParameterException e) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    err.println(line.getColorScheme().errorText(e.getMessage()));
    if (!UnmatchedArgumentException.printSuggestions(e, err)) {
      describeExitCodes(line);
      line.usage(err, line.getColorScheme());
    }
    err.flush();
    return ExitCode.USAGE;
  }

  private static int crashed(Throwable e, CommandLine line) {
    PrintWriter err = line.getErr();
    err.println(line.getCommandSpec().qualifiedName() + ": internal error, no result: " + e);
    e.printStackTrace(err);
    err.flush();
    return ExitCode.INTERNAL;
  }

  private static void describeExitCodes(CommandLine line) {
    hideInherited(line.getCommandSpec());
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.footer(Stream.of(usage.footer()).map(Home::withLauncher).toArray(String[]::new));
    if (!usage.exitCodeList().containsKey(Integer.toString(ExitCode.INTERNAL))) {
      usage.exitCodeListHeading("%nExit codes:%n");
      usage.exitCodeList(ExitCode.help(usage.exitCodeList()));
    }
  }

  /** The root's help shows them. */
  private static void hideInherited(CommandSpec command) {
    for (OptionSpec option : List.copyOf(command.options())) {
      if (option.inherited()) {
        command.remove(option);
        command.addOption(
            OptionSpec.builder(option).scopeType(ScopeType.LOCAL).hidden(true).build());
      }
    }
  }
}
