package clickcounter.drill;

import java.io.IOException;

/** A fault did not take place, or nothing shows that it did. */
final class Unproven extends IOException {
  private static final long serialVersionUID = 1;

  Unproven(String message) {
    super("unproven: " + message);
  }
}
