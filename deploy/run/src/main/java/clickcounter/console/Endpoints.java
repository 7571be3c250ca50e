package clickcounter.console;

import java.net.URI;
import java.util.List;

/** Where the workers serve their metrics. Neither method may wait. */
public interface Endpoints {
  /** The workers that are known now. */
  List<URI> all();

  /** Why the list may be out of date; null if it is not. */
  default String trouble() {
    return null;
  }
}
