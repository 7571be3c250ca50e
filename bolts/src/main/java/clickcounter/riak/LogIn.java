package clickcounter.riak;

import clickcounter.secret.SecretSource;
import io.netty.handler.ssl.SslHandler;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** What connections to all nodes need to log in: user, password and trusted authorities. */
final class LogIn {
  /**
   * A genuine node takes 0.65 to 0.85 s of processor for a log-in, and ten workers may begin two
   * each at one time.
   */
  static final long TIMEOUT_MS = 30_000;

  private final Credentials who;
  private final SSLContext tls;
  private volatile String password;

  private LogIn(Credentials who, String password, SSLContext tls) {
    this.who = who;
    this.password = password;
    this.tls = tls;
  }

  /**
   * Null for a Riak without security.
   *
   * @throws RiakSetupException when the password or the trust store cannot be read
   */
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
    return new LogIn(who, password, trusting(TrustStores.load(trustStore, storePassword)));
  }

  /**
   * Reads the password again, as it may have been changed. Reads a file, so it must not be called
   * on the event loop.
   *
   * @throws RiakSetupException when it cannot be read
   */
  void readPassword() {
    password = secret("riak.password", who.password());
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

  /** Encrypts a connection to a node, whose certificate must name this host. */
  SslHandler tls(String host, int port, long timeoutMs) {
    SSLEngine engine = tls.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    engine.setEnabledProtocols(new String[] {"TLSv1.2"});
    SslHandler handler = new SslHandler(engine);
    handler.setHandshakeTimeoutMillis(timeoutMs);
    return handler;
  }

  byte[] request() {
    return Messages.logIn(who.user(), password);
  }
}
