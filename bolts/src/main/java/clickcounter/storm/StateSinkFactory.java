package clickcounter.storm;

import clickcounter.states.StateSink;
import java.io.Serializable;

/** Opens the sink of states in a worker. Serialised with the topology: it must hold no secret. */
public interface StateSinkFactory extends Serializable {
  /**
   * Opens the sink.
   *
   * @throws RuntimeException when it cannot send; the worker then does not start
   */
  StateSink open();
}
