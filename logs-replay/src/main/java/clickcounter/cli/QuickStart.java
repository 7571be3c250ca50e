package clickcounter.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes that commands use, so that a JVM which is told to archives them ({@code
 * -XX:ArchiveClassesAtExit}). With the archive a command starts in half of the time. The launcher
 * of the distribution runs it once. Nothing of the classes is run, so it needs no other program.
 */
public final class QuickStart {
  /** How the names of the jars begin; other libraries are of the topology, or used by few. */
  private static final List<String> JARS =
      List.of(
          "clicks-",
          "spouts-",
          "bolts-",
          "topology-",
          "logs-replay-",
          "run-",
          "picocli-",
          "jackson-",
          "netty-",
          "failsafe-",
          "progressbar-",
          "snakeyaml-",
          "slf4j-",
          "log4j-",
          "duckdb_jdbc-");

  private QuickStart() {}

  public static void main(String[] args) throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      String name = Path.of(entry).getFileName().toString();
      if (name.endsWith(".jar") && JARS.stream().anyMatch(name::startsWith)) {
        load(entry);
      }
    }
  }

  private static void load(String jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      for (Enumeration<JarEntry> each = file.entries(); each.hasMoreElements(); ) {
        load(each.nextElement());
      }
    }
  }

  private static void load(JarEntry entry) {
    String name = entry.getName();
    if (!name.endsWith(".class") || name.startsWith("META-INF/") || name.endsWith("-info.class")) {
      return;
    }
    try {
      Class.forName(
          name.substring(0, name.length() - ".class".length()).replace('/', '.'),
          false,
          QuickStart.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // It needs a library that is not here, so no command loads it.
      return;
    }
  }
}
