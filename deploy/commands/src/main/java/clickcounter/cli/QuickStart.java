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
 * Makes what lets commands start in half of the time: it loads the classes that they use and runs
 * some commands that find nobody, so that a JVM which is told to archives these classes ({@code
 * -XX:ArchiveClassesAtExit}), and unpacks the library of DuckDB. The launcher of the distribution
 * runs it once. It needs no other program.
 */
public final class QuickStart {
  /** How the names of the jars begin; other libraries are of the topology, or used by few. */
  private static final Pattern JARS =
      Pattern.compile(
          "(clicks|spouts|bolts|topology|commands|logs-replay|run|picocli|jackson|netty|failsafe"
              + "|snakeyaml|slf4j|log4j|duckdb_jdbc|activemq|jakarta|riak)-.*\\.jar");

  /** No server listens at port 1. What commands load while they run is archived with the rest. */
  private static final List<String> COMMANDS =
      List.of(
          "--version",
          "--help",
          "counters show --set riak.nodes=127.0.0.1:1",
          "status --set riak.nodes=127.0.0.1:1 --set broker.url=tcp://127.0.0.1:1");

  private QuickStart() {}

  /** Its argument is the directory of the libraries. */
  public static void main(String[] args) throws IOException {
    unpackDuckDb(Path.of(args[0]));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (JARS.matcher(Path.of(entry).getFileName().toString()).matches()) {
        load(entry);
      }
    }
    COMMANDS.forEach(command -> Clicks.execute(Terminal.system(), command.split(" ")));
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
          .filter(name -> !name.startsWith("META-INF/"))
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
