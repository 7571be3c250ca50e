package clickcounter.storm;

import clickcounter.riak.BucketTypeCheck;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentStore;

/** Opens the store on Riak after {@link BucketTypeCheck} and {@link RecountCheck}. */
public record RiakStoreFactory(RiakSettings settings) implements StoreFactory {
  @Override
  public DocumentStore open() {
    BucketTypeCheck.verify(settings);
    RiakStore store = new RiakStore(settings);
    try {
      RecountCheck.verify(store);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }
}
