package clickcounter.distribution;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A host as the units of systemd make it for their processes, with what a kernel offers to root:
 * the distribution in /opt/click-counter, a user without an entry in passwd, an environment with
 * nothing in it, "/" as the read-only working directory, a noexec /tmp. Only the directory of the
 * unit's state can be written.
 */
final class LockedDown {
  static final Path STATE = Path.of("/var/lib/clicks-ship");
  static final Path CREDENTIALS = Path.of("/var/lib/credentials");
  private static final int USER = 12_345;
  private static final int TIMEOUT_S = 120;

  private static final String MOUNTS =
      """
      set -e
      host=$1 dist=$2 classes=$3 java=$4; shift 4
      mount --make-rprivate /
      mount -t tmpfs tmpfs /mnt
      cp -a /etc/. /mnt
      cp -a "$host/etc/clicks" /mnt
      mount --move /mnt /etc
      mount -t tmpfs tmpfs /opt
      mine=clickcounter/distribution
      mkdir -p /opt/click-counter /opt/test-classes/$mine
      mount --bind "$dist" /opt/click-counter
      mount --bind "$classes/$mine" /opt/test-classes/$mine
      mount -t tmpfs tmpfs /var/log
      mkdir /var/log/clicks
      mount --bind "$host/log" /var/log/clicks
      mount -t tmpfs tmpfs /var/lib
      mkdir /var/lib/clicks-ship /var/lib/credentials
      mount --bind "$host/state" /var/lib/clicks-ship
      mount --bind "$host/credentials" /var/lib/credentials
      for home in /home /root; do
        case $java in "$home"/*) ;; *) mount -t tmpfs -o mode=000 tmpfs $home ;; esac
      done
      mount -t tmpfs -o noexec,nosuid tmpfs /tmp
      for place in / /opt /etc /var/log /var/log/clicks /var/lib /var/lib/credentials; do
        mount -o remount,bind,ro $place
      done
      cd /
      exec setpriv --reuid=%1$d --regid=%1$d --clear-groups --no-new-privs env -i "$@"
      """
          .formatted(USER);

  private final Path host;
  private final Path distribution;

  LockedDown(Path host, Path distribution) throws IOException {
    this.host = host;
    this.distribution = distribution;
    for (String directory : List.of("etc/clicks", "log", "state", "credentials")) {
      Files.createDirectories(host.resolve(directory));
    }
    Files.setAttribute(host.resolve("state"), "unix:uid", USER);
  }

  static void assume() throws IOException, InterruptedException {
    assumeThat(new ProcessBuilder("unshare", "-mn", "true").start().waitFor())
        .as("mount namespaces, which need root")
        .isZero();
  }

  /** A file of the host. */
  Path write(String path, String text) throws IOException {
    Path file = host.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** A credential as systemd hands it to the unit's user. */
  void secret(String name, String text) throws IOException {
    Path file = write("credentials/" + name, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    Files.setAttribute(file, "unix:uid", USER);
  }

  /** A file of the state's directory. */
  Path state(String name) {
    return host.resolve("state").resolve(name);
  }

  String read(String name) throws IOException {
    Path file = host.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  /** Starts a program, whose output goes to the file {@code out} of the host. */
  Process start(boolean hasNetwork, List<String> environment, List<String> words)
      throws IOException {
    String java = System.getProperty("java.home");
    List<String> line =
        new ArrayList<>(List.of("unshare", hasNetwork ? "-m" : "-mn", "bash", "-c"));
    line.add((hasNetwork ? "" : "ip link set lo up\n") + MOUNTS);
    line.add("locked-down");
    line.addAll(List.of(host.toString(), distribution.toString()));
    line.addAll(List.of(Path.of("target", "test-classes").toAbsolutePath().toString(), java));
    line.add("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin");
    line.add("JAVA_HOME=" + java);
    line.addAll(environment);
    line.addAll(words);
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(host.resolve("out").toFile())
        .start();
  }

  /** Starts what a unit starts, with what the unit says. */
  Process start(boolean hasNetwork, Path unit) throws IOException {
    List<String> environment = new ArrayList<>(List.of("CREDENTIALS_DIRECTORY=" + CREDENTIALS));
    List<String> words = List.of();
    for (String line : Files.readAllLines(unit)) {
      String value = line.substring(line.indexOf('=') + 1);
      if (line.startsWith("Environment=")) {
        environment.add(value.replaceAll("^\"|\"$", ""));
      } else if (line.startsWith("ExecStart=")) {
        words = List.of(value.replace("${CREDENTIALS_DIRECTORY}", "" + CREDENTIALS).split(" "));
      }
    }
    return start(hasNetwork, environment, words);
  }

  /** What {@link ManyCommands} prints. */
  String run(List<String> environment, List<String> commands)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dclicks.home=/opt/click-counter",
                "-Dclicks.launcher=clicks",
                "-cp",
                "/opt/click-counter/lib/*:/opt/click-counter/lib/duckdb/*:/opt/click-counter/lib-worker/*:/opt/test-classes",
                ManyCommands.class.getName()));
    words.addAll(commands);
    Process java = start(true, environment, words);
    try {
      if (!java.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
        throw new AssertionError("they do not end: " + read("out"));
      }
    } finally {
      java.destroyForcibly();
    }
    return read("out");
  }
}
