package clickcounter.devcluster;

import clickcounter.cli.Home;
import clickcounter.cli.SystemHere;
import clickcounter.cluster.Nimbus;
import clickcounter.cluster.StormClient;
import clickcounter.devnode.DevNodeCommand;
import clickcounter.devnode.OwnDirectory;
import clickcounter.scrape.WorkerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A Storm cluster, a broker and a development node on this machine, each program a process of its
 * own.
 *
 * <p>The processes outlive the program that starts them. Topologies, messages and documents survive
 * the end of the processes: a cluster that is started in the same directory continues with them.
 */
public final class Cluster {
  public static final String ZOOKEEPER = "zookeeper";
  public static final String NIMBUS = "nimbus";
  public static final String BROKER = "broker";
  public static final String RIAK = "riak";

  private static final String SHADED_ZOOKEEPER =
      "org.apache.storm.shade.org.apache.zookeeper.server.quorum.QuorumPeerMain";
  private static final long START_TIMEOUT_NS = 240_000_000_000L;
  private static final long POLL_MS = 50;
  private static final int CONNECT_MS = 1_000;

  /**
   * For processes with little work: they share two processors. Preferring IPv4 makes 127.0.0.1 the
   * only loopback address.
   */
  private static final List<String> SMALL_JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true");

  private final Directories directories;
  private final ClusterOptions options;
  private final ClusterExtras extras;
  private final StormFiles files;
  private final Processes processes;
  private final Nimbus nimbus;

  Cluster(Directories directories, ClusterOptions options, ClusterExtras extras) {
    this.directories = directories;
    this.options = options;
    this.extras = extras;
    this.files = new StormFiles(directories, options, extras);
    this.processes = new Processes(directories);
    this.nimbus =
        new Nimbus(files.common(), "Does the cluster run (" + Home.launcher() + " dev cluster)?");
  }

  /**
   * The cluster that was started in this directory.
   *
   * @throws IOException if no cluster was started there
   */
  public static Cluster in(Directories directories) throws IOException {
    if (!Files.exists(directories.state())) {
      throw new IOException(
          "no cluster was started in "
              + directories.root()
              + ": start one with "
              + Home.launcher()
              + " dev cluster, or name its directory with --data");
    }
    return new Cluster(directories, ClusterOptions.load(directories.state()), ClusterExtras.NONE);
  }

  public ClusterOptions options() {
    return options;
  }

  /** The settings that reach it. */
  public Map<String, String> settings() {
    return Map.of(
        "broker.url", options.brokerUrl(),
        "riak.nodes", options.riakNodes(),
        "ops.nimbus", address(NIMBUS));
  }

  public Directories directories() {
    return directories;
  }

  public Nimbus nimbus() {
    return nimbus;
  }

  /** How a topology is submitted to it. */
  public StormClient client() {
    return new StormClient(
        directories.programs(),
        directories.workerLibraries(),
        directories.logging().resolve("submit.xml").toString(),
        files.client(),
        Map.of());
  }

  public Workers workers() {
    return new Workers(directories);
  }

  /** Where workers can be. */
  public List<WorkerAddress> slots() {
    List<WorkerAddress> slots = new ArrayList<>();
    for (int i = 0; i < options.ports().supervisors(); i++) {
      String host = extras.host(StormFiles.supervisorName(i)).address();
      options.ports().slots(i).forEach(port -> slots.add(new WorkerAddress(host, port)));
    }
    return slots;
  }

  /** The names of its processes in the order of starting, without workers: Storm starts those. */
  public List<String> names() {
    List<String> names = new ArrayList<>(List.of(ZOOKEEPER, BROKER));
    if (options.hasDevelopmentNode()) {
      names.add(RIAK);
    }
    names.add(NIMBUS);
    for (int i = 0; i < options.ports().supervisors(); i++) {
      names.add(StormFiles.supervisorName(i));
    }
    return names;
  }

  public boolean anyRuns() {
    return names().stream().anyMatch(name -> processes.find(name).isPresent());
  }

  /**
   * Starts the processes that do not run, and waits until all of them answer. If none ran and one
   * does not start, it stops the others.
   *
   * @param home the checkout, for its built jars
   * @throws IOException naming the process that did not start, and why
   */
  public void start(Path home) throws IOException, InterruptedException {
    if (!Files.exists(directories.state())) {
      OwnDirectory.claim(directories.root());
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
      // Jars and settings are replaced by the current ones; data stays.
      Programs.install(home, directories);
      files.write();
      options.save(directories.state());
    }
    long deadline = System.nanoTime() + START_TIMEOUT_NS;
    for (String name : names()) {
      if (name.equals(NIMBUS)) {
        // Nimbus and supervisors exit if they find no ZooKeeper.
        await(ZOOKEEPER, deadline);
      }
      startProcess(name);
    }
    for (String name : names()) {
      await(name, deadline);
    }
    awaitSupervisors(deadline);
    SystemHere.save(directories.root(), settings());
  }

  /** Starts a process unless it runs. */
  public void startProcess(String name) throws IOException {
    if (processes.find(name).isEmpty()) {
      processes.start(program(name));
    }
  }

  /** Kills a process with {@code kill -9}. */
  public void kill(String name) throws IOException {
    ProcessHandle process = requireProcess(name);
    process.destroyForcibly();
    Processes.awaitEnd(name, process);
  }

  /** Starts a process unless it runs, and waits until it answers. */
  public void startAndAwait(String name) throws IOException, InterruptedException {
    startProcess(name);
    await(name, System.nanoTime() + START_TIMEOUT_NS);
  }

  /**
   * A process by its name.
   *
   * @throws IOException if it does not run
   */
  public ProcessHandle requireProcess(String name) throws IOException {
    return processes.requireRunning(name);
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
              DevNodeCommand.class.getName(),
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
    return List.of(
        "--data",
        directories.data(RIAK).toString(),
        "--port",
        Integer.toString(options.ports().riak()));
  }

  private List<String> supervisor(String name) {
    return storm(name, "192m", files.supervisor(supervisorIndex(name)));
  }

  private int supervisorIndex(String name) {
    for (int i = 0; i < options.ports().supervisors(); i++) {
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
        extras.host(name).enter(),
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
    return storms ? extras.host(name).address() : ClusterExtras.LOOPBACK;
  }

  /** The port at which a process answers. */
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
      if (processes.find(name).isEmpty()) {
        requireFree(name, port(name));
      }
    }
    if (!anyRuns()) {
      for (int i = 0; i < options.ports().supervisors(); i++) {
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
              + ") is in use: stop the program that uses it, or start another cluster with --data");
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
        if (nimbus.summary().get_supervisors_size() >= options.ports().supervisors()) {
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
   * Stops all processes, workers included.
   *
   * @return the names of those that ran
   */
  public List<String> stop() throws IOException {
    SystemHere.forget(directories.root());
    List<String> ended = new ArrayList<>();
    List<String> order = names();
    Collections.reverse(order);
    // Supervisors first: they would restart their workers.
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

  /** Stops it and starts nothing any more, even if another thread of this program tries to. */
  List<String> close() throws IOException {
    processes.close();
    return stop();
  }
}
