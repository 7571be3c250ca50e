package clickcounter.drill;

import java.io.IOException;

/**
 * Something that must happen by itself did not happen in time: a recovery, an empty queue, the end
 * of a service.
 */
final class Stuck extends IOException {
  private static final long serialVersionUID = 1;

  Stuck(String message, Throwable cause) {
    super(message, cause);
  }
}
