package clickcounter.jms;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where a secret is to be read, never the secret itself: this may travel in Storm's configuration
 * and stand in logs. It is read anew for each connection, so a changed file serves the next one.
 *
 * @param place an environment variable's name or a file's path, in the process that connects
 */
public record SecretSource(Kind kind, String place) implements Serializable {
  /** Kinds of places. */
  public enum Kind {
    ENVIRONMENT,
    FILE
  }

  public SecretSource {
    Objects.requireNonNull(kind, "kind");
    if (place == null || place.isBlank()) {
      throw new IllegalArgumentException(
          "secret source: expected the name of a variable or file, found none");
    }
  }

  public static SecretSource environment(String variable) {
    return new SecretSource(Kind.ENVIRONMENT, variable);
  }

  public static SecretSource file(String path) {
    return new SecretSource(Kind.FILE, path);
  }

  /**
   * Reads {@code env:NAME} or {@code file:/path}.
   *
   * @throws IllegalArgumentException for anything else, which it does not repeat: it may be a
   *     secret written into the wrong place
   */
  public static SecretSource parse(String text) {
    if (text.startsWith("env:")) {
      return environment(text.substring(4));
    }
    if (text.startsWith("file:")) {
      return file(text.substring(5));
    }
    throw new IllegalArgumentException(
        "secret source: expected env:NAME or file:/path, found something else (not shown: it may be"
            + " a secret)");
  }

  /**
   * The secret, without the newline that ends a file.
   *
   * @throws IllegalStateException when there is none, naming the place
   */
  public String read() {
    return read(System.getenv());
  }

  String read(Map<String, String> environment) {
    String secret = kind == Kind.ENVIRONMENT ? environment.get(place) : firstLineOf(Path.of(place));
    if (secret == null || secret.isEmpty()) {
      throw new IllegalStateException(
          "no secret in "
              + this
              + ": expected it to be set in the process that connects (for Storm: the worker)");
    }
    return secret;
  }

  private static String firstLineOf(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the secret's file " + file + ": " + e, e);
    }
  }

  @Override
  public String toString() {
    return (kind == Kind.ENVIRONMENT ? "env:" : "file:") + place;
  }
}
