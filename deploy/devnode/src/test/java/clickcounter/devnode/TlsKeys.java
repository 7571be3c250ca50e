package clickcounter.devnode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server's key for 127.0.0.1, made by the JDK's keytool, and what its clients trust.
 *
 * @param keyStore of the server
 * @param trustStore of the clients, a key store
 * @param certificate the same as a PEM file
 * @param password of both key stores
 */
public record TlsKeys(Path keyStore, Path trustStore, Path certificate, String password) {
  public static TlsKeys make(Path directory, String password)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    TlsKeys keys =
        new TlsKeys(
            directory.resolve("server.p12"),
            directory.resolve("trust.p12"),
            directory.resolve("server.pem"),
            password);
    keytool(
        keys.keyStore,
        password,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=127.0.0.1",
        "-ext",
        "SAN=ip:127.0.0.1",
        "-validity",
        "2");
    keytool(keys.keyStore, password, "-exportcert", "-rfc", "-file", keys.certificate.toString());
    keytool(
        keys.trustStore,
        password,
        "-importcert",
        "-noprompt",
        "-file",
        keys.certificate.toString());
    return keys;
  }

  private static void keytool(Path store, String password, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(List.of("-alias", "server", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", password));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
  }

  /** The server's key. */
  public KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keyStore)) {
      store.load(in, password.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password.toCharArray());
    return factory.getKeyManagers();
  }

  /** For a server that shows this key. */
  public SSLContext serverContext() throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers(), null, null);
    return context;
  }
}
