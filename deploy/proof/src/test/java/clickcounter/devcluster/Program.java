package clickcounter.devcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Java process to start.
 *
 * @param name of the process in this cluster: nimbus, supervisor-1, …
 * @param enter the beginning of a command line that runs a program in the same process; may be
 *     empty
 */
record Program(
    String name,
    List<String> enter,
    List<String> jvmOptions,
    String classPath,
    String mainClass,
    List<String> arguments) {

  /** JAVA_TOOL_OPTIONS may name a collector; two end a JVM. */
  private static final List<String> NO_COLLECTOR =
      List.of("-XX:-UseG1GC", "-XX:-UseParallelGC", "-XX:-UseSerialGC", "-XX:-UseZGC");

  /** The command line, with the marks that identify the process. */
  List<String> commandLine(Path root) {
    List<String> line = new ArrayList<>(enter);
    line.add(javaExecutable());
    line.addAll(marks(name, root));
    line.addAll(NO_COLLECTOR);
    line.addAll(jvmOptions);
    line.add("-cp");
    line.add(classPath);
    line.add(mainClass);
    line.addAll(arguments);
    return line;
  }

  static List<String> marks(String name, Path root) {
    return List.of("-Dclicks.process=" + name, "-Dclicks.cluster=" + root);
  }

  static String javaExecutable() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
