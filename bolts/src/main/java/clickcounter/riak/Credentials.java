package clickcounter.riak;

import clickcounter.secret.SecretSource;
import java.io.Serializable;

/**
 * The user of a Riak whose security is on. Riak accepts a password over TLS only, so a trust store
 * is required. Holds the places of secrets, not the secrets, so it may be printed and serialised.
 *
 * @param user empty for a Riak without security
 * @param password {@code env:NAME} or {@code file:/path}, see {@link SecretSource}
 * @param trustStore certificates of authorities: a PEM file or a Java key store
 * @param trustStorePassword as {@code password}; empty for a PEM file or a key store without one
 */
public record Credentials(
    String user, String password, String trustStore, String trustStorePassword)
    implements Serializable {
  public static final Credentials NONE = new Credentials("", "", "", "");

  public Credentials {
    if (user.isBlank()) {
      require(
          password.isEmpty() && trustStore.isEmpty() && trustStorePassword.isEmpty(),
          "riak.user is empty, but riak.password or riak.trustStore is set: set all of them or none");
    } else {
      SecretSource.parse("riak.password", password);
      require(
          !trustStore.isBlank(), "riak.user is set, so riak.trustStore must be: Riak needs TLS");
      requireSource("riak.trustStorePassword", trustStorePassword);
    }
  }

  private static void requireSource(String setting, String text) {
    if (!text.isEmpty()) {
      SecretSource.parse(setting, text);
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  boolean isNone() {
    return user.isBlank();
  }
}
