package clickcounter.secret;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a secret is read from, never the secret itself. So it may be part of Storm's configuration
 * and of logs. It is read again for each connection, so the next connection uses a changed file.
 *
 * @param setting the setting that names the place, for messages
 * @param place the name of an environment variable or the path of a file, in the process that
 *     connects
 */
public record SecretSource(String setting, Kind kind, String place) implements Serializable {
  public enum Kind {
    ENVIRONMENT("env:"),
    FILE("file:");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  public SecretSource {
    Objects.requireNonNull(setting, "setting");
    Objects.requireNonNull(kind, "kind");
    if (place == null || place.isBlank()) {
      throw new IllegalArgumentException(
          setting + ": expected the name of a variable or file after " + kind.prefix);
    }
  }

  /**
   * Parses {@code env:NAME} or {@code file:/path}.
   *
   * @throws IllegalArgumentException for any other text. The message does not repeat the text,
   *     which may be a secret written in the wrong place
   */
  public static SecretSource parse(String setting, String text) {
    for (Kind kind : Kind.values()) {
      if (text.startsWith(kind.prefix)) {
        return new SecretSource(setting, kind, text.substring(kind.prefix.length()));
      }
    }
    throw new IllegalArgumentException(
        setting
            + ": expected the place of a secret, env:NAME or file:/path, found something else (not shown: it may be a secret)");
  }

  /** The place that a setting's value names, if it is a file. Other settings name none. */
  public static Optional<SecretSource> file(String setting, String value) {
    return value.startsWith(Kind.FILE.prefix)
        ? Optional.of(parse(setting, value))
        : Optional.empty();
  }

  /** What is wrong with the place, for a person: a file that every user of the machine may read. */
  public Optional<String> warning() {
    if (kind != Kind.FILE || !mayBeReadByAll(Path.of(place))) {
      return Optional.empty();
    }
    return Optional.of(
        "%s: every user of this machine may read the secret in %s, expected a file that its owner alone may read: chmod 600 %s"
            .formatted(setting, place, place));
  }

  private static boolean mayBeReadByAll(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // reading it reports the error
    }
  }

  /**
   * Reads the secret: a variable's value, or the first line of a file.
   *
   * @throws IllegalStateException when there is none, naming setting and place
   */
  public String read() {
    return read(System.getenv());
  }

  String read(Map<String, String> environment) {
    String secret = kind == Kind.ENVIRONMENT ? environment.get(place) : firstLineOf(Path.of(place));
    if (secret == null || secret.isEmpty()) {
      throw new IllegalStateException(
          "%s: no secret in %s, expected it in the process that connects (for Storm: the worker)"
              .formatted(setting, this));
    }
    return secret;
  }

  private String firstLineOf(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new IllegalStateException(
          setting + ": the file " + file + " cannot be read by the process that connects: " + e, e);
    }
  }

  @Override
  public String toString() {
    return kind.prefix + place;
  }
}
