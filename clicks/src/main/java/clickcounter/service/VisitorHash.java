package clickcounter.service;

import clickcounter.event.Visitor;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Hashes what is known of a visitor before it is written, so that no log has personal data: 16 hex
 * digits of the HMAC with SHA-256. Without the key nobody can tell whose hash it is, nor try all
 * addresses.
 *
 * <p>A visitor has the same hash in all services that have the same key. With another key all are
 * other visitors, so change it between two days. Once the key is deleted, all hashes that were
 * written with it are anonymous.
 *
 * <p>Thread-safe.
 */
public final class VisitorHash {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int LEAST_KEY_BYTES = 16;
  private static final int HASH_BYTES = 8;

  private final SecretKeySpec key;
  private final ThreadLocal<Mac> macs = ThreadLocal.withInitial(this::mac);

  /**
   * @param key a random secret of 16 bytes or more
   */
  public VisitorHash(byte[] key) {
    if (key.length < LEAST_KEY_BYTES) {
      throw new IllegalArgumentException(
          "the key of visitors' hashes: expected %d random bytes or more, got %d"
              .formatted(LEAST_KEY_BYTES, key.length));
    }
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /**
   * The hashes of a visitor.
   *
   * @param visitor what tells visitors apart, such as a cookie, or address and agent; null or empty
   *     if it is not known
   * @param agent the program, such as the header User-Agent; null or empty if it is not known
   */
  public Visitor of(String visitor, String agent) {
    return new Visitor(hash(visitor), hash(agent));
  }

  private String hash(String value) {
    if (value == null || value.isEmpty()) {
      return null;
    }
    byte[] hash = macs.get().doFinal(value.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_BYTES));
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is a part of every Java", e);
    }
  }
}
