package clickcounter.tools.common;

import java.io.IOException;
import java.util.Optional;

/**
 * Says whether a topology is at rest: paused, with nothing under way, or not there. The commands
 * find it with a {@link java.util.ServiceLoader}: what knows Storm is not on their class path.
 */
public interface TopologyRest {
  /**
   * Why the topology that the settings name may still put documents, and what to do; nothing if it
   * is at rest.
   *
   * @throws IOException if that is not known
   */
  Optional<String> unrest(ToolSettings settings) throws IOException;
}
