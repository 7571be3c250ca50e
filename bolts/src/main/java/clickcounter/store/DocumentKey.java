package clickcounter.store;

import java.util.Objects;

/** The place of a document: a bucket of the configured bucket type, and a key in it. */
public record DocumentKey(String bucket, String key) {
  public static final String ADS = "ads";
  public static final String COUNTERS = "counters";
  public static final String DIRECTORY = "directory";
  public static final String RETIRED = "retired";

  public DocumentKey {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(key, "key");
    if (bucket.isEmpty() || key.isEmpty()) {
      throw new IllegalArgumentException("empty bucket or key: '" + bucket + "/" + key + "'");
    }
  }

  public static DocumentKey ad(String adId) {
    return new DocumentKey(ADS, adId);
  }

  public static DocumentKey counter(String counterId) {
    return new DocumentKey(COUNTERS, counterId);
  }

  @Override
  public String toString() {
    return bucket + "/" + key;
  }
}
