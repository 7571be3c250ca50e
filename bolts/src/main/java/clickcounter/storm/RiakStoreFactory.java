package clickcounter.storm;

import clickcounter.riak.BucketTypeCheck;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentStore;

/** Opens the store on Riak after {@link BucketTypeCheck}. */
public record RiakStoreFactory(RiakSettings settings) implements StoreFactory {
  @Override
  public DocumentStore open() {
    BucketTypeCheck.verify(settings);
    return new RiakStore(settings);
  }
}
