package clickcounter.store;

import java.util.Arrays;
import java.util.Objects;

/** The store's opaque causal context (Riak: the vclock). The array is not copied. */
public record StoreContext(byte[] bytes) {
  /** No context: the document was not there. */
  public static final StoreContext NONE = new StoreContext(new byte[0]);

  public StoreContext {
    Objects.requireNonNull(bytes, "bytes");
  }

  public boolean isNone() {
    return bytes.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreContext c && Arrays.equals(bytes, c.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
