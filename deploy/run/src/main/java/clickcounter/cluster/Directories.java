package clickcounter.cluster;

import java.nio.file.Path;

/**
 * Where a cluster keeps what; all of it lies below one directory.
 *
 * <pre>
 * cluster.properties     addresses, and how it was started
 * programs/              the jars it runs, a copy: building again does not change a running cluster
 * conf/                  storm.yaml of each process, zoo.cfg
 * run/NAME.pid           process ids
 * logs/NAME.log          what a process prints; logs/NAME/ what Storm logs
 * metrics/               the topologies' counters, as CSV
 * data/NAME/             what has to survive a restart
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

  /** Storm's own jars alone: the class path of workers and of submissions. */
  public Path workerLibraries() {
    return programs().resolve("lib-worker");
  }

  public Path libraries() {
    return programs().resolve("lib");
  }

  /** Storm reads {@code worker.xml} from there for its workers. */
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

  public Path metrics() {
    return root.resolve("metrics");
  }

  public Path data(String process) {
    return root.resolve("data").resolve(process);
  }
}
