package clickcounter.devcluster;

import java.nio.file.Path;

/**
 * The directory of a cluster, and what is in it.
 *
 * <pre>
 * cluster.properties     ports and other options of the start
 * programs/              copies of the jars it runs: a build does not change a running cluster
 * conf/                  storm.yaml of each process, zoo.cfg
 * run/NAME.pid           process ids
 * logs/NAME.log          output of a process; logs/NAME/ logs of Storm
 * data/NAME/             data that survives a restart
 * </pre>
 */
public record Directories(Path root) {
  public Directories {
    root = root.toAbsolutePath().normalize();
  }

  public Path state() {
    return root.resolve("cluster.properties");
  }

  public Path programs() {
    return root.resolve("programs");
  }

  /** Storm's own jars: the class path of workers and submissions. */
  public Path workerLibraries() {
    return programs().resolve("lib-worker");
  }

  public Path libraries() {
    return programs().resolve("lib");
  }

  /** Logging configurations; Storm reads {@code worker.xml} from here for its workers. */
  public Path logging() {
    return programs().resolve("log4j2");
  }

  public Path configuration(String file) {
    return root.resolve("conf").resolve(file);
  }

  public Path pidFile(String process) {
    return root.resolve("run").resolve(process + ".pid");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  public Path log(String process) {
    return logs().resolve(process + ".log");
  }

  public Path stormLogs(String process) {
    return logs().resolve(process);
  }

  public Path data(String process) {
    return root.resolve("data").resolve(process);
  }
}
