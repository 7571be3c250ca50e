package clickcounter.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * How every command line of ours behaves: wrong usage and a crash end in exit codes of their own,
 * so that neither can be taken for an answer, and each command's help shows its part of the table
 * of {@link ExitCode}.
 */
public final class CommandFrame {
  private CommandFrame() {}

  /** The command line of this root command; subcommands may still be added. */
  public static CommandLine of(Object root) {
    // picocli asks the root's handlers only, whichever subcommand is run.
    return new CommandLine(root)
        .setExecutionStrategy(CommandFrame::run)
        .setParameterExceptionHandler((e, args) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, line, parsed) -> crashed(e, line))
        .setExitCodeExceptionMapper(
            e -> e instanceof ParameterException ? ExitCode.USAGE : ExitCode.INTERNAL);
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
      return new RunLast().execute(parsed);
    } catch (PicocliException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // picocli lets an Error through, and the JVM ends with 1 then, which is an answer of ours.
      return crashed(e, line);
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
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    if (!usage.exitCodeList().containsKey(Integer.toString(ExitCode.INTERNAL))) {
      usage.exitCodeListHeading("%nExit codes:%n");
      usage.exitCodeList(ExitCode.help(usage.exitCodeList()));
    }
  }
}
