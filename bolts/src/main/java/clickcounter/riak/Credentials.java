package clickcounter.riak;

import clickcounter.secret.SecretSource;
import java.io.Serializable;

/**
 * Who connects to a Riak with security switched on. Riak asks for a password only under TLS, so a
 * trust store comes with it. No secret is held, only its place: it may be printed and sent about.
 *
 * @param user empty for a Riak without security
 * @param password {@code env:NAME} or {@code file:/path}, see {@link SecretSource}
 * @param trustStore certificates of authorities: a PEM file, or a Java key store
 * @param trustStorePassword as {@code password}; empty for a PEM file or an open key store
 */
public record Credentials(
    String user, String password, String trustStore, String trustStorePassword)
    implements Serializable {
  public static final Credentials NONE = new Credentials("", "", "", "");

  public Credentials {
    if (user.isBlank()) {
      require(
          password.isEmpty() && trustStore.isEmpty() && trustStorePassword.isEmpty(),
          "riak.user is empty, but riak.password or riak.trustStore is set: Riak takes them together");
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
