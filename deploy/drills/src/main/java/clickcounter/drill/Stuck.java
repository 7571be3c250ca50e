package clickcounter.drill;

import java.io.IOException;

/**
 * Something that has to come by itself did not come in time: a recovery, an empty queue, an end.
 */
final class Stuck extends IOException {
  private static final long serialVersionUID = 1;

  Stuck(String message, Throwable cause) {
    super(message, cause);
  }
}
