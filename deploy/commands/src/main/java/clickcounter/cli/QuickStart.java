package clickcounter.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Makes what lets commands start in half of the time: it runs commands that find nobody and loads
 * our other classes, so that a JVM which is told to ({@code -XX:DumpLoadedClassList}) lists what
 * commands load, and unpacks the library of DuckDB. The launchers run it once. It needs no other
 * program.
 */
public final class QuickStart {
  /** No server listens at port 1. */
  private static final String NOBODY =
      " --set riak.nodes=127.0.0.1:1 --set broker.url=tcp://127.0.0.1:1 --set ops.nimbus=127.0.0.1";

  private static final List<String> COMMANDS =
      List.of("--version", "--help", "ads show a" + NOBODY, "status" + NOBODY);

  /** The jars whose classes most commands need once they find somebody. */
  private static final Pattern OURS =
      Pattern.compile("(clicks|bolts|commands|logs-replay|run)-.*\\.jar");

  private QuickStart() {}

  /** Its argument is the directory of the libraries. */
  public static void main(String[] args) throws IOException {
    CommandLog.use();
    unpackDuckDb(Path.of(args[0]));
    COMMANDS.forEach(command -> Clicks.execute(Terminal.system(), command.split(" ")));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (OURS.matcher(Path.of(entry).getFileName().toString()).matches()) {
        load(entry);
      }
    }
  }

  private static void unpackDuckDb(Path lib) throws IOException {
    String system = System.getProperty("os.arch").equals("aarch64") ? "linux_arm64" : "linux_amd64";
    Path unpacked = Files.createTempFile(lib, "libduckdb", ".so");
    try (DirectoryStream<Path> jars =
            Files.newDirectoryStream(lib.resolve("duckdb"), "*" + system + ".jar");
        JarFile jar = new JarFile(jars.iterator().next().toFile());
        InputStream library = jar.getInputStream(jar.getEntry("libduckdb_java.so_" + system))) {
      Files.copy(library, unpacked, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(unpacked, lib.resolve("libduckdb_java.so"), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unpacked);
    }
  }

  private static void load(String jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .forEach(name -> loadClass(name.replaceFirst("\\.class$", "").replace('/', '.')));
    }
  }

  private static void loadClass(String name) {
    try {
      Class.forName(name, false, QuickStart.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // It needs a library that is not here, so no command loads it.
      return;
    }
  }
}
