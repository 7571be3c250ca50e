package clickcounter.devcluster;

import clickcounter.cli.Trees;
import clickcounter.cluster.Installation;
import clickcounter.cluster.StormClient;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The jars of a cluster: copies of this program's class path for its daemons, and Storm's jars for
 * its workers.
 */
public final class Programs {
  private Programs() {}

  /** Copies the jars that the cluster runs. */
  public static void install(Path home, Directories directories) throws IOException {
    Path workerLibraries = Installation.in(home).requireWorkerLibraries();
    Trees.delete(directories.programs());
    copyTree(workerLibraries, directories.workerLibraries());
    Files.createDirectories(directories.libraries());
    int index = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path from = Path.of(entry).toAbsolutePath().normalize();
      // The number keeps entries of the same name apart.
      Path to = directories.libraries().resolve("%03d-%s".formatted(index++, from.getFileName()));
      boolean isOfCommands = from.getFileName().toString().startsWith("slf4j-jdk14");
      if (Files.exists(from) && !isOfCommands) { // daemons log with log4j
        copyTree(from, to);
      }
    }
    Files.createDirectories(directories.logging());
    copyResource(StormClient.class, "submit.xml", directories.logging());
    copyResource(Programs.class, "cluster.xml", directories.logging());
    copyResource(Programs.class, "worker.xml", directories.logging());
  }

  private static void copyResource(Class<?> beside, String file, Path to) throws IOException {
    try (InputStream resource = Objects.requireNonNull(beside.getResourceAsStream(file), file)) {
      Files.copy(resource, to.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The class path of daemons, in its original order. */
  public static String classPath(Directories directories) throws IOException {
    List<String> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(directories.libraries())) {
      files.sorted().forEach(file -> entries.add(file.toString()));
    }
    return String.join(File.pathSeparator, entries);
  }

  public static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
