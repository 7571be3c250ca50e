package clickcounter.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs programs of the operating system. */
public final class SystemCommand {
  private SystemCommand() {}

  /**
   * Runs a program and waits for its end.
   *
   * @return its output
   * @throws IOException with its output if its exit status is not 0
   */
  public static String run(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + output);
      }
      return output;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
