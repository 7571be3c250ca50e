package clickcounter.riak;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/**
 * Reads the certificate authorities that a Riak node's certificate is checked against. Kept by
 * hand: Netty reads PEM files too, but a Java key store needs its own code anyway, and these
 * messages name the setting.
 */
final class TrustStores {
  private static final String PEM_MARK = "-----BEGIN CERTIFICATE-----";

  private TrustStores() {}

  /** Reads a PEM file, or a key store that opens with the password; null for one without. */
  static KeyStore load(Path path, char[] password) {
    try {
      KeyStore store = read(path, password);
      if (store.size() == 0) {
        throw new GeneralSecurityException("no certificate in it");
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new RiakSetupException(
          "riak.trustStore=%s cannot be read (%s): expected a PEM file of certificates, or a Java key store that opens with riak.trustStorePassword"
              .formatted(path, e),
          e);
    }
  }

  private static KeyStore read(Path path, char[] password)
      throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(path);
    boolean pem = new String(bytes, StandardCharsets.ISO_8859_1).contains(PEM_MARK);
    return pem ? ofPem(bytes) : KeyStore.getInstance(path.toFile(), password);
  }

  private static KeyStore ofPem(byte[] bytes) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    int number = 0;
    for (Certificate each : factory.generateCertificates(new ByteArrayInputStream(bytes))) {
      store.setCertificateEntry("authority-" + number++, each);
    }
    return store;
  }
}
