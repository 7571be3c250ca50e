package clickcounter.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that returns an exit code of {@link ExitCode}. Expected failures are printed as one
 * line, without a stack trace; an IllegalArgumentException means that an option has an invalid
 * value.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false, footerHeading = "%nExamples:%n")
public abstract class ToolCommand implements Callable<Integer> {
  /** Set by {@link #on} before it runs. */
  protected Terminal terminal;

  @Spec private CommandSpec spec;

  /** A command that writes to these streams. */
  public static <T extends ToolCommand> T on(Terminal terminal, T command) {
    ((ToolCommand) command).terminal = terminal;
    return command;
  }

  @Override
  public final Integer call() {
    try {
      return run();
    } catch (IOException | UncheckedIOException e) {
      return ended(ExitCode.FAILED, e);
    } catch (NoVerdict e) {
      return ended(ExitCode.FAILED, e);
    } catch (IllegalArgumentException e) {
      return ended(ExitCode.USAGE, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ended(ExitCode.INTERRUPTED, e);
    } catch (IllegalStateException e) {
      if (Thread.currentThread().isInterrupted()) {
        return ended(ExitCode.INTERRUPTED, e);
      }
      throw e;
    }
  }

  /** An interrupt can surface as any of these exceptions. The thread's flag tells. */
  private int ended(int status, Exception e) {
    terminal.err().println(spec.qualifiedName() + ": " + IoErrors.message(e));
    SettingsOptions.of(spec)
        .flatMap(SettingsOptions::origin)
        .ifPresent(from -> terminal.err().println("  (" + from + ")"));
    return Thread.currentThread().isInterrupted() ? ExitCode.INTERRUPTED : status;
  }

  protected final boolean isJson() {
    return SettingsOptions.of(spec).filter(SettingsOptions::isJson).isPresent();
  }

  /** Prints a line of the result and flushes it. */
  protected final void say(String line) {
    terminal.out().println(line);
    terminal.out().flush();
  }

  /** Prints a line of the result, with values as in {@link String#format}, the same everywhere. */
  protected final void say(String format, Object... values) {
    say(String.format(Locale.ROOT, format, values));
  }

  protected final void warn(String line) {
    terminal.err().println(line);
  }

  /**
   * Requires options that can be used.
   *
   * @throws IllegalArgumentException with the message, formatted with the values, otherwise
   */
  protected static void require(boolean isRight, String message, Object... values) {
    if (!isRight) {
      throw new IllegalArgumentException(message.formatted(values));
    }
  }

  /** Runs the command and returns its exit code. */
  protected abstract int run() throws IOException, InterruptedException;
}
