package clickcounter.drill;

import clickcounter.cluster.ClusterExtras;
import clickcounter.cluster.TopologyCounters.Point;
import clickcounter.cluster.TopologyCounters.Series;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The clocks of supervisors and workers jump, and those of the services by other amounts. An agent
 * in the JVMs changes the clocks; the machine's clock stays.
 */
final class ClockJump implements Drill {
  /**
   * Backward jumps are small: Storm's timers wait until the clock has caught up, and a worker that
   * does not report for 30 s counts as dead.
   */
  private static final long[] WORKER_JUMPS_MS = {3_600_000, -8_000, 86_400_000, -8_000};

  private static final int MOST_SERVICES_JUMP_MS = 7_200_000;
  private static final List<Class<?>> AGENT = List.of(ClockAgent.class, JumpingTime.class);
  private static final long MOST_REPORT_DELAY_S = 6;

  private final ServicesClock servicesClock = new ServicesClock();
  private Path file;
  private long offByMs;
  private int jumps;
  private long leastServicesMs;
  private long mostServicesMs;

  @Override
  public String name() {
    return "clock-jump";
  }

  @Override
  public String fault() {
    return "the clocks of supervisors, workers and services jump";
  }

  @Override
  public ClusterExtras extras(Path directory) throws IOException {
    Files.createDirectories(directory);
    file = directory.resolve("off-by-ms").toAbsolutePath();
    set(0);
    String option = "-javaagent:" + agentJar(directory.toAbsolutePath()) + '=' + file;
    return new ClusterExtras(
        Map.of("worker.childopts", option),
        List.of(option),
        ClusterExtras.LOOPBACK,
        Map.of(),
        List.of());
  }

  /** A jar with the agent's classes and all classes nested in them. */
  static Path agentJar(Path directory) throws IOException {
    Path jar = directory.resolve("clock-agent.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", ClockAgent.class.getName());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      Path classes = ownClasses();
      if (Files.isDirectory(classes)) {
        add(classes, out);
      } else {
        try (FileSystem files = FileSystems.newFileSystem(classes)) {
          add(files.getPath("/"), out);
        }
      }
    }
    return jar;
  }

  /** The directory or jar that this class comes from. */
  private static Path ownClasses() throws IOException {
    try {
      return Path.of(ClockJump.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot find the classes of the drills", e);
    }
  }

  private static void add(Path classes, JarOutputStream out) throws IOException {
    String folder = ClockAgent.class.getPackageName().replace('.', '/');
    List<Path> found;
    try (Stream<Path> files = Files.list(classes.resolve(folder))) {
      found = files.filter(file -> isAgents(file.getFileName().toString())).sorted().toList();
    }
    for (Path file : found) {
      out.putNextEntry(new JarEntry(folder + '/' + file.getFileName()));
      Files.copy(file, out);
      out.closeEntry();
    }
  }

  private static boolean isAgents(String file) {
    return AGENT.stream()
        .map(Class::getSimpleName)
        .anyMatch(name -> file.equals(name + ".class") || file.startsWith(name + '$'));
  }

  @Override
  public Clock servicesClock() {
    return servicesClock;
  }

  private void set(long offMs) throws IOException {
    Path next = file.resolveSibling("off-by-ms.next");
    Files.writeString(next, Long.toString(offMs));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    offByMs = offMs;
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    long servicesMs = bed.random().nextInt(2 * MOST_SERVICES_JUMP_MS) - MOST_SERVICES_JUMP_MS;
    servicesClock.offByMs = servicesMs;
    leastServicesMs = Math.min(leastServicesMs, servicesMs);
    mostServicesMs = Math.max(mostServicesMs, servicesMs);
    long byMs = WORKER_JUMPS_MS[jumps % WORKER_JUMPS_MS.length];
    long startNs = System.nanoTime();
    set(offByMs + byMs);
    bed.await("the workers' clocks to jump", () -> isSeen(bed));
    jumps++;
    return bed.awaitProgress(startNs);
  }

  /** Whether the last report of each spout has the time of its changed clock. */
  private boolean isSeen(TestBed bed) throws IOException {
    long nowS = (System.currentTimeMillis() + offByMs) / 1_000;
    List<Series> spouts = bed.counters().series("spout", "messages");
    return !spouts.isEmpty()
        && spouts.stream()
                .map(series -> series.points().get(series.points().size() - 1))
                .filter(last -> Math.abs(last.atS() - nowS) <= MOST_REPORT_DELAY_S)
                .count()
            >= TestBed.SPOUTS;
  }

  @Override
  public String proof(TestBed bed) throws IOException {
    long forwards = 0;
    long back = 0;
    for (Series series : bed.counters().series("spout", "messages")) {
      Point last = null;
      for (Point point : series.points()) {
        if (last != null && point.atS() < last.atS() - 1) {
          back++;
        } else if (last != null && point.atS() > last.atS() + 1_000) {
          forwards++;
        }
        last = point;
      }
    }
    if (forwards + back < jumps) {
      throw new Unproven(
          "%d jumps were ordered, the workers' own times show %d"
              .formatted(jumps, forwards + back));
    }
    return "%d jumps by +1 h, -8 s, +24 h, -8 s, …; the spouts' own times went %d times far ahead and %d times back; the services' clocks were %+,d s to %+,d s off"
        .formatted(jumps, forwards, back, leastServicesMs / 1_000, mostServicesMs / 1_000);
  }

  private static final class ServicesClock extends Clock {
    private volatile long offByMs;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("the services' clock has no other zone");
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(System.currentTimeMillis() + offByMs);
    }
  }
}
