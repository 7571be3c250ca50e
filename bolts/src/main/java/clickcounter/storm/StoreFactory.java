package clickcounter.storm;

import clickcounter.store.DocumentStore;
import java.io.Serializable;

/** Opens the store in a worker. Serialised with the topology, so it must hold no secret. */
public interface StoreFactory extends Serializable {
  /**
   * Opens the store.
   *
   * @throws RuntimeException when the store cannot be reached or would break a rule; the worker
   *     then does not start
   */
  DocumentStore open();
}
