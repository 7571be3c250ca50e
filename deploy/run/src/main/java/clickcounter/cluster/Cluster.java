package clickcounter.cluster;

import clickcounter.broker.BrokerMain;
import clickcounter.cli.Trees;
import clickcounter.devnode.DevNodeMain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A Storm cluster, a broker and a development node on this machine, each a process of its own.
 *
 * <p>They outlive the program that starts them. What they had taken survives their end; started
 * again over the same directory, the cluster goes on with the topologies that it had.
 */
public final class Cluster {
  public static final String ZOOKEEPER = "zookeeper";
  public static final String NIMBUS = "nimbus";
  public static final String BROKER = "broker";
  public static final String RIAK = "riak";

  private static final String SHADED_ZOOKEEPER =
      "org.apache.storm.shade.org.apache.zookeeper.server.quorum.QuorumPeerMain";
  private static final long START_TIMEOUT_NS = 90_000_000_000L;
  private static final long POLL_MS = 50;
  private static final int CONNECT_MS = 1_000;

  /**
   * Of the small ones; their work is little, and two processors are shared by all. Preferring IPv4
   * makes 127.0.0.1 the one loopback address.
   */
  private static final List<String> SMALL_JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true");

  private final Directories directories;
  private final ClusterOptions options;
  private final Staging staging;
  private final StormFiles files;
  private final Processes processes;
  private final Nimbus nimbus;

  Cluster(Directories directories, ClusterOptions options, Staging staging) {
    this.directories = directories;
    this.options = options;
    this.staging = staging;
    this.files = new StormFiles(directories, options, staging);
    this.processes = new Processes(directories);
    this.nimbus = new Nimbus(files);
  }

  /**
   * The cluster that was started in this directory.
   *
   * @throws IOException when there is none
   */
  public static Cluster in(Directories directories) throws IOException {
    if (!Files.exists(directories.state())) {
      throw new IOException(
          "no cluster was started in "
              + directories.root()
              + ": deploy/clicks cluster start, or --data for where it is");
    }
    return new Cluster(directories, ClusterOptions.load(directories.state()), Staging.NONE);
  }

  public ClusterOptions options() {
    return options;
  }

  public Directories directories() {
    return directories;
  }

  public Nimbus nimbus() {
    return nimbus;
  }

  public Workers workers() {
    return new Workers(directories);
  }

  /** Names of its processes, in the order of starting; workers are Storm's. */
  public List<String> names() {
    List<String> names = new ArrayList<>(List.of(ZOOKEEPER, BROKER));
    if (options.hasDevelopmentNode()) {
      names.add(RIAK);
    }
    names.add(NIMBUS);
    for (int i = 0; i < options.supervisors(); i++) {
      names.add(StormFiles.supervisorName(i));
    }
    return names;
  }

  public Optional<ProcessHandle> process(String name) {
    return processes.find(name);
  }

  public boolean anyRuns() {
    return names().stream().anyMatch(name -> processes.find(name).isPresent());
  }

  /**
   * Starts whatever of it does not run, and waits until all of it answers. If nothing of it ran and
   * a part does not start, the others are stopped again.
   *
   * @param home the checkout, for its built jars
   * @throws IOException naming what did not start and why
   */
  public void start(Path home) throws IOException, InterruptedException {
    if (!Files.exists(directories.state())) {
      Trees.claim(directories.root());
    }
    requireFreePorts();
    boolean alone = !anyRuns();
    try {
      startAll(home, alone);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (alone) {
        stop();
      }
      throw e;
    }
  }

  private void startAll(Path home, boolean alone) throws IOException, InterruptedException {
    if (alone) {
      // Class path, jars and settings are those of now; what they have taken stays.
      Programs.install(home, directories);
      files.write();
      options.save(directories.state());
    }
    long deadline = System.nanoTime() + START_TIMEOUT_NS;
    for (String name : names()) {
      if (name.equals(NIMBUS)) {
        // Nimbus and supervisors end when they find no ZooKeeper.
        await(ZOOKEEPER, deadline);
      }
      startProcess(name);
    }
    for (String name : names()) {
      await(name, deadline);
    }
    awaitSupervisors(deadline);
  }

  /** Starts one of its processes unless it runs. */
  public void startProcess(String name) throws IOException {
    if (processes.find(name).isEmpty()) {
      processes.start(program(name));
    }
  }

  /** Ends one of its processes as an accident does. */
  public void kill(String name) throws IOException {
    ProcessHandle process = requireProcess(name);
    process.destroyForcibly();
    Processes.awaitEnd(name, process);
  }

  /** Starts one of its processes again, and waits until it answers. */
  public void startAgain(String name) throws IOException, InterruptedException {
    startProcess(name);
    await(name, System.nanoTime() + START_TIMEOUT_NS);
  }

  /**
   * One of its processes.
   *
   * @throws IOException when it does not run
   */
  public ProcessHandle requireProcess(String name) throws IOException {
    processes.requireRunning(name);
    return process(name).orElseThrow(() -> new IOException(name + " has just ended"));
  }

  private Program program(String name) throws IOException {
    return switch (name) {
      case ZOOKEEPER ->
          program(name, jvm(name, "128m"), SHADED_ZOOKEEPER, List.of(files.zookeeper().toString()));
      case BROKER ->
          program(
              name,
              List.of("-Xmx1g", "-XX:+UseParallelGC", "-Djava.net.preferIPv4Stack=true"),
              BrokerMain.class.getName(),
              List.of(
                  "--data",
                  directories.data(BROKER).toString(),
                  "--port",
                  Integer.toString(options.ports().broker())));
      case RIAK ->
          program(
              name,
              List.of("-Xmx512m", "-XX:+UseParallelGC", "-Djava.net.preferIPv4Stack=true"),
              DevNodeMain.class.getName(),
              node());
      case NIMBUS ->
          program(
              name,
              storm(name, "384m", files.nimbus()),
              "org.apache.storm.daemon.nimbus.Nimbus",
              List.of());
      default ->
          program(
              name, supervisor(name), "org.apache.storm.daemon.supervisor.Supervisor", List.of());
    };
  }

  private List<String> node() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--data",
                directories.data(RIAK).toString(),
                "--port",
                Integer.toString(options.ports().riak())));
    arguments.addAll(staging.node());
    return arguments;
  }

  private List<String> supervisor(String name) {
    List<String> jvm = storm(name, "192m", files.supervisor(supervisorIndex(name)));
    jvm.addAll(staging.supervisorJvm());
    return jvm;
  }

  private int supervisorIndex(String name) {
    for (int i = 0; i < options.supervisors(); i++) {
      if (StormFiles.supervisorName(i).equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "no process '" + name + "' in this cluster; there are " + names());
  }

  private Program program(
      String name, List<String> jvmOptions, String mainClass, List<String> arguments)
      throws IOException {
    return new Program(
        name,
        staging.host(name).enter(),
        jvmOptions,
        Programs.classPath(directories),
        mainClass,
        arguments);
  }

  private List<String> jvm(String name, String heap) {
    List<String> jvm = new ArrayList<>(SMALL_JVM);
    jvm.add("-Xmx" + heap);
    jvm.add("-Dlog4j.configurationFile=" + directories.logging().resolve("cluster.xml"));
    jvm.add("-Dlogfile.name=" + name + ".log");
    return jvm;
  }

  private List<String> storm(String name, String heap, Path configuration) {
    List<String> jvm = jvm(name, heap);
    jvm.add("-Djava.deserialization.disabled=true");
    jvm.add("-Dstorm.home=" + directories.programs());
    jvm.add("-Dstorm.log.dir=" + directories.stormLogs(name));
    jvm.add("-Dstorm.options=");
    jvm.add("-Dstorm.conf.file=" + configuration);
    return jvm;
  }

  /** {@code host:port} where a process answers. */
  public String address(String name) {
    return host(name) + ':' + port(name);
  }

  private String host(String name) {
    boolean storms = !name.equals(BROKER) && !name.equals(RIAK);
    return storms ? staging.host(name).address() : Staging.LOOPBACK;
  }

  /** Where a process answers. */
  public int port(String name) {
    Ports ports = options.ports();
    return switch (name) {
      case ZOOKEEPER -> ports.zookeeper();
      case BROKER -> ports.broker();
      case RIAK -> ports.riak();
      case NIMBUS -> ports.nimbus();
      default -> ports.supervisor(supervisorIndex(name));
    };
  }

  public InetSocketAddress socketAddress(String name) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(host(name)), port(name));
  }

  public boolean answers(String name) {
    try (Socket socket = new Socket()) {
      socket.connect(socketAddress(name), CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void requireFreePorts() throws IOException {
    for (String name : names()) {
      if (processes.find(name).isPresent()) {
        continue;
      }
      requireFree(name, port(name));
    }
    if (!anyRuns()) {
      for (int i = 0; i < options.supervisors(); i++) {
        for (int port : options.ports().slots(i)) {
          requireFree("a worker of " + StormFiles.supervisorName(i), port);
        }
      }
    }
  }

  private static void requireFree(String who, int port) throws IOException {
    if (!Ports.isFree(port)) {
      throw new IOException(
          "port "
              + port
              + " ("
              + who
              + ") is in use: end the program that has it, or use other ports with --first-port");
    }
  }

  private void await(String name, long deadline) throws IOException, InterruptedException {
    while (!answers(name)) {
      processes.requireRunning(name);
      requireTime(name + " does not answer at " + address(name), name, deadline);
      Thread.sleep(POLL_MS);
    }
    processes.requireRunning(name);
  }

  private void awaitSupervisors(long deadline) throws IOException, InterruptedException {
    while (true) {
      try {
        if (nimbus.summary().get_supervisors_size() >= options.supervisors()) {
          return;
        }
      } catch (IOException e) {
        requireTime("Nimbus has no leader yet: " + e.getMessage(), NIMBUS, deadline);
      }
      for (String name : names()) {
        processes.requireRunning(name);
      }
      requireTime("Nimbus does not see all supervisors", NIMBUS, deadline);
      Thread.sleep(POLL_MS);
    }
  }

  private void requireTime(String what, String name, long deadline) throws IOException {
    if (System.nanoTime() > deadline) {
      throw new IOException(
          what + " after " + START_TIMEOUT_NS / 1_000_000_000 + " s; see " + directories.log(name));
    }
  }

  /**
   * Ends all that was started here, workers included.
   *
   * @return the names of what ran
   */
  public List<String> stop() throws IOException {
    List<String> ended = new ArrayList<>();
    List<String> order = names();
    Collections.reverse(order);
    // Supervisors first: they would start their workers again.
    for (String name : order) {
      if (name.equals(NIMBUS)) {
        ended.addAll(workers().endAll());
      }
      if (processes.stop(name)) {
        ended.add(name);
      }
    }
    return ended;
  }

  /** Stops it for good, also while another thread of this program starts parts of it again. */
  List<String> close() throws IOException {
    processes.close();
    return stop();
  }

  /** Resident memory of a process in MB, or -1 where that is not known. */
  public static long residentMb(ProcessHandle process) {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .flatMap(line -> Arrays.stream(line.split("\\s+")).skip(1).limit(1))
          .mapToLong(kb -> Long.parseLong(kb) / 1024)
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }
}
