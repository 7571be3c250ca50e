package clickcounter.settings;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the settings file is, if a command is not told: the one that the environment variable
 * {@value #VARIABLE} names, or else the first that exists of clicks.yaml in the current directory
 * and the machine's.
 */
public final class SettingsSearch {
  public static final String VARIABLE = "CLICKS_SETTINGS";

  public static final String MACHINE = "/etc/clicks/clicks.yaml";

  /** In the current directory, and in that of a system which runs on this machine. */
  public static final String NAME = "clicks.yaml";

  private static final List<LinkOption[]> LINK_AND_TARGET =
      List.of(new LinkOption[] {LinkOption.NOFOLLOW_LINKS}, new LinkOption[0]);

  private final String named;
  private final List<Path> usual;

  public SettingsSearch(Map<String, String> environment, Path... usual) {
    this.named = environment.getOrDefault(VARIABLE, "").strip();
    this.usual = Stream.of(usual).map(path -> path.toAbsolutePath().normalize()).toList();
  }

  public static SettingsSearch real() {
    return new SettingsSearch(System.getenv(), Path.of(NAME), Path.of(MACHINE));
  }

  public static SettingsSearch none() {
    return new SettingsSearch(Map.of());
  }

  /** The file. One that is named need not exist: reading it says so. */
  public Optional<Path> find() {
    return named.isEmpty()
        ? usual.stream().filter(Files::exists).findFirst()
        : Optional.of(Path.of(named));
  }

  /** Whether no file was looked for: that none was found says nothing then. */
  public boolean looksNowhere() {
    return named.isEmpty() && usual.isEmpty();
  }

  /**
   * A file that was found in the current directory may have been put there by another user, and
   * says where passwords are sent: it must be of this user or root, who alone may write it.
   *
   * @throws IllegalArgumentException that says why it is not read, and how it is all the same
   */
  public void requireTrusted(Path file) {
    if (isSurprising(file)) {
      distrust(file)
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(
                    "settings file "
                        + file
                        + why
                        + ". It says where passwords are sent, so it is not read, and nothing was"
                        + " done. If you trust it, name it: --settings "
                        + file);
              });
    }
  }

  private static Optional<String> distrust(Path file) {
    try {
      long user = new UnixSystem().getUid();
      for (LinkOption[] link : LINK_AND_TARGET) {
        int owner = (int) Files.getAttribute(file, "unix:uid", link);
        if (owner != 0 && owner != user) {
          return Optional.of(" belongs to another user (" + Files.getOwner(file, link) + ")");
        }
      }
      Set<PosixFilePermission> may = Files.getPosixFilePermissions(file);
      return may.contains(PosixFilePermission.GROUP_WRITE)
              || may.contains(PosixFilePermission.OTHERS_WRITE)
          ? Optional.of(" may be written by other users: chmod go-w " + file)
          : Optional.empty();
    } catch (UnsupportedOperationException e) {
      return Optional.empty(); // There are no such owners here.
    } catch (IOException e) {
      return Optional.of(" has an owner that cannot be read (" + e + ")");
    }
  }

  /** Whether a file was found where a person may not expect it: in the current directory. */
  public boolean isSurprising(Path file) {
    return named.isEmpty() && !usual.isEmpty() && file.equals(usual.get(0));
  }
}
