package clickcounter.drill;

import clickcounter.cli.SystemCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file system of a few megabytes in memory. It needs the right to mount. */
final class TinyDisk {
  private static final String DEVICE = "clicks";
  private static final Path MOUNTS = Path.of("/proc/self/mounts");

  private TinyDisk() {}

  static void mount(Path place, int sizeMb) throws IOException {
    SystemCommand.run(
        "mount", "-t", "tmpfs", "-o", "size=" + sizeMb + "m", DEVICE, place.toString());
  }

  /** Unmounts it, also while programs use it. */
  static void unmount(Path place) throws IOException {
    SystemCommand.run("umount", "--lazy", place.toString());
  }

  /** Unmounts the disks that a killed drill has left below a directory. */
  static void unmountBelow(Path directory) throws IOException {
    if (Files.isReadable(MOUNTS)) {
      for (Path left : below(directory.toRealPath(), Files.readAllLines(MOUNTS))) {
        unmount(left);
      }
    }
  }

  /**
   * The mount points of our disks below a directory, the last one mounted first.
   *
   * @param mounts lines of {@code /proc/self/mounts}: device, mount point, type, …
   */
  static List<Path> below(Path directory, List<String> mounts) {
    List<Path> places = new ArrayList<>();
    for (String mount : mounts) {
      String[] columns = mount.split(" ");
      if (columns.length > 2 && columns[0].equals(DEVICE) && columns[2].equals("tmpfs")) {
        Path place = Path.of(unescape(columns[1]));
        if (place.startsWith(directory)) {
          places.add(0, place);
        }
      }
    }
    return places;
  }

  /** Linux writes a blank as {@code \040}. */
  private static String unescape(String place) {
    return Pattern.compile("\\\\([0-7]{3})")
        .matcher(place)
        .replaceAll(
            code ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(code.group(1), 8))));
  }
}
