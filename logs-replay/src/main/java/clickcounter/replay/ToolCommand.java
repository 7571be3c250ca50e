package clickcounter.replay;

import clickcounter.replay.documents.DocumentsUnavailable;
import clickcounter.riak.RiakSetupException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that ends with a status; what may well go wrong is said in one line, without a stack.
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
      return failed(e instanceof UncheckedIOException u ? u.getCause() : e);
    } catch (DocumentsUnavailable | RiakSetupException | IllegalArgumentException e) {
      return failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(e);
    }
  }

  private int failed(Throwable e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    terminal.err().println(spec.qualifiedName() + ": " + message);
    return ExitCode.FAILED;
  }

  /** A line of the result, to be seen at once. */
  protected final void say(String line) {
    terminal.out().println(line);
    terminal.out().flush();
  }

  /** Does it; what it returns is the exit status. */
  protected abstract int run() throws IOException, InterruptedException;
}
