package clickcounter.riak;

import clickcounter.secret.SecretSource;
import io.netty.handler.ssl.SslHandler;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/** What a connection needs to log in: user, password (read once) and trusted authorities. */
final class LogIn {
  private final String user;
  private final String password;
  private final SSLContext tls;

  private LogIn(String user, String password, SSLContext tls) {
    this.user = user;
    this.password = password;
    this.tls = tls;
  }

  /** Null for a Riak without security. */
  static LogIn as(Credentials who) {
    if (who.isNone()) {
      return null;
    }
    char[] storePassword =
        who.trustStorePassword().isEmpty()
            ? null
            : secret("riak.trustStorePassword", who.trustStorePassword()).toCharArray();
    String password = secret("riak.password", who.password());
    Path trustStore = Path.of(who.trustStore());
    return new LogIn(who.user(), password, trusting(TrustStores.load(trustStore, storePassword)));
  }

  private static String secret(String setting, String place) {
    try {
      return SecretSource.parse(setting, place).read();
    } catch (IllegalStateException e) {
      throw new RiakSetupException(e.getMessage() + "; nothing was read or written", e);
    }
  }

  private static SSLContext trusting(KeyStore authorities) {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no TLS in this JVM", e);
    }
  }

  SslHandler tls(long timeoutMs) {
    SSLEngine engine = tls.createSSLEngine();
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(new String[] {"TLSv1.2"});
    SslHandler handler = new SslHandler(engine);
    handler.setHandshakeTimeoutMillis(timeoutMs);
    return handler;
  }

  byte[] request() {
    return Messages.logIn(user, password);
  }
}
