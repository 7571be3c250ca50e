package clickcounter.console;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Where the workers serve their metrics. */
public interface Endpoints {
  /**
   * The workers that are known now. May wait.
   *
   * @throws IOException if who knows them does not answer
   */
  List<URI> all() throws IOException;
}
