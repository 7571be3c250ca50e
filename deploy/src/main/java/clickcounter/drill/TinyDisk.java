package clickcounter.drill;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A file system of a few megabytes, in memory. Needs the right to mount. */
final class TinyDisk {
  private TinyDisk() {}

  static void mount(Path place, int sizeMb) throws IOException {
    run(List.of("mount", "-t", "tmpfs", "-o", "size=" + sizeMb + "m", "clicks", place.toString()));
  }

  static void unmount(Path place) throws IOException {
    run(List.of("umount", place.toString()));
  }

  private static void run(List<String> command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
