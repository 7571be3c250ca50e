package clickcounter.riak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a secret is read from: an environment variable or the first line of a file, on the machine
 * that needs it. It never holds the secret itself.
 */
record SecretSource(String setting, boolean environment, String name) {
  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";

  /** Reads {@code env:NAME} or {@code file:/path}. */
  static SecretSource parse(String setting, String text) {
    if (text.startsWith(ENVIRONMENT) && text.length() > ENVIRONMENT.length()) {
      return new SecretSource(setting, true, text.substring(ENVIRONMENT.length()));
    }
    if (text.startsWith(FILE) && text.length() > FILE.length()) {
      return new SecretSource(setting, false, text.substring(FILE.length()));
    }
    // The text is left out: it may be the secret itself, put here by mistake.
    throw new IllegalArgumentException(
        setting + " is not a place of a secret, expected env:NAME or file:/path");
  }

  String read() {
    String secret = environment ? System.getenv(name) : firstLine();
    if (secret == null || secret.isEmpty()) {
      throw new RiakSetupException(
          "%s: %s %s is empty or not there; nothing was read from Riak or written"
              .formatted(setting, environment ? "environment variable" : "file", name));
    }
    return secret;
  }

  private String firstLine() {
    try {
      return Files.readString(Path.of(name)).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new RiakSetupException(
          "%s: file %s cannot be read (%s); check that it exists and that this user may read it"
              .formatted(setting, name, e.getClass().getSimpleName()),
          e);
    }
  }
}
