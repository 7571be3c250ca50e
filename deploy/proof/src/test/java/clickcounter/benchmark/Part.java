package clickcounter.benchmark;

import java.io.IOException;

/**
 * One measurement that {@code --parts} can select. It prints what it measured, and against what.
 */
interface Part {
  /**
   * Measures and prints.
   *
   * @throws IOException if files, broker or store fail
   */
  void run(Figures figures) throws IOException, InterruptedException;
}
