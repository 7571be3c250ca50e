package clickcounter.drill;

import java.io.IOException;

/**
 * A fault missed its moment, or nothing shows that it took place. The drill then proves nothing.
 */
final class Unproven extends IOException {
  private static final long serialVersionUID = 1;

  Unproven(String message) {
    super(message);
  }
}
