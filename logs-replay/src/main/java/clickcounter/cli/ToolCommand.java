package clickcounter.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that ends with a status of {@link ExitCode}. What may well go wrong is said in one
 * line, without a stack; an IllegalArgumentException is a wrong value of an option.
 */
public abstract class ToolCommand implements Callable<Integer> {
  protected final Terminal terminal;

  @Spec private CommandSpec spec;

  protected ToolCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public final Integer call() {
    try {
      return run();
    } catch (IOException | UncheckedIOException e) {
      return ended(ExitCode.FAILED, e instanceof UncheckedIOException u ? u.getCause() : e);
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

  /** Who is interrupted finds that in many ways, and all of them are that. */
  private int ended(int status, Throwable e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    terminal.err().println(spec.qualifiedName() + ": " + message);
    return Thread.currentThread().isInterrupted() ? ExitCode.INTERRUPTED : status;
  }

  /** A line of the result, to be seen at once. */
  protected final void say(String line) {
    terminal.out().println(line);
    terminal.out().flush();
  }

  /**
   * Checks the value of an option.
   *
   * @throws IllegalArgumentException naming it
   */
  protected static void requireAtLeast(String option, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(option + ": expected " + least + " or more, got " + value);
    }
  }

  /** Does it; what it returns is the exit status. */
  protected abstract int run() throws IOException, InterruptedException;
}
