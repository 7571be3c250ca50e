package clickcounter.drill;

import java.io.IOException;

/** A promise was broken, whatever the audit says. */
final class Breach extends IOException {
  private static final long serialVersionUID = 1;

  Breach(String message) {
    super(message);
  }
}
