package clickcounter.devnode;

import java.util.Objects;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * Security as Riak does it: a client needs TLS, then a user's password. There is one user, who may
 * do everything.
 *
 * @param tls with the node's own key
 * @param logIns called with the end of each log-in, which it has to run, perhaps later
 */
public record Security(SSLContext tls, String user, String password, Consumer<Runnable> logIns) {
  public Security {
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
  }

  boolean admits(String whose, String given) {
    return user.equals(whose) && password.equals(given);
  }

  /** Holds no secret. */
  @Override
  public String toString() {
    return "Security[user=" + user + "]";
  }
}
