package clickcounter.store;

import java.util.Objects;

/**
 * The bytes of a document and their content type. The array is not copied: neither side may change
 * it.
 */
public record StoredValue(String contentType, byte[] bytes) {
  public StoredValue {
    Objects.requireNonNull(contentType, "contentType");
    Objects.requireNonNull(bytes, "bytes");
  }
}
