package clickcounter.distribution;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.local.InstalledPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;

/**
 * A Debian that was just installed, with Java alone, and booted: systemd is its first process. It
 * shares the network of this host, and nothing else.
 */
final class FreshDebian implements AutoCloseable {
  private static final String RELEASE = "bookworm";
  private static final String MIRROR = "http://deb.debian.org/debian";

  /** Java, and what boots. */
  private static final String PACKAGES = "openjdk-17-jre-headless,systemd-sysv,dbus";

  /** Its number here, and its number for itself. */
  private static final Pattern FIRST = Pattern.compile("(?m)^NSpid:\\t\\d+\\t1$");

  private static final int INSTALLED_WITHIN_S = 600;
  private static final int COMMAND_TIMEOUT_S = 700;
  private static final int END_TIMEOUT_S = 60;

  private final Path root;
  private final Process machine;

  /**
   * How a command ended.
   *
   * @param out what it printed, errors too
   */
  record Result(int status, String out) {}

  private FreshDebian(Path root) throws IOException {
    this.root = root;
    machine =
        new ProcessBuilder(
                "systemd-nspawn",
                "--directory=" + root,
                "--boot",
                "--register=no",
                "--keep-unit",
                "--link-journal=no",
                "--console=pipe")
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(root.resolveSibling("boot.out").toFile())
            .start();
  }

  /** Skips the test where this cannot be: it needs root, and two programs of Debian. */
  static void assume() throws IOException, InterruptedException {
    LockedDown.assume();
    InstalledPrograms.require("CLICKS_DEBIAN_REQUIRED", "mmdebstrap", "systemd-nspawn");
  }

  /** Installs and boots it in a directory that is not there, which goes when it is closed. */
  static FreshDebian in(Path root) throws IOException, InterruptedException {
    Process install =
        new ProcessBuilder(
                "unshare", // what it mounts is gone when it ends, however that is
                "--mount",
                "mmdebstrap",
                "--variant=minbase",
                "--include=" + PACKAGES,
                RELEASE,
                "" + root,
                MIRROR)
            .redirectErrorStream(true)
            .redirectOutput(root.resolveSibling("mmdebstrap.out").toFile())
            .start();
    if (!install.waitFor(INSTALLED_WITHIN_S, TimeUnit.SECONDS) || install.exitValue() != 0) {
      install.destroyForcibly();
      throw new AssertionError(
          "no Debian: " + Files.readString(root.resolveSibling("mmdebstrap.out")));
    }
    FreshDebian debian = new FreshDebian(root);
    try {
      debian.awaitBoot();
    } catch (Throwable e) {
      debian.close();
      throw e;
    }
    return debian;
  }

  private void awaitBoot() {
    ConditionFactory alive =
        await().failFast(() -> assertThat(machine.isAlive()).as("%s", booted()).isTrue());
    alive.until(() -> first().isPresent());
    alive.untilAsserted(
        () ->
            assertThat(run("systemctl is-system-running").out())
                .as("%s", booted())
                .matches("(running|degraded)\\s*"));
  }

  /**
   * The process whose number is 1 for itself. For a moment systemd-nspawn has another child, which
   * starts that one and ends.
   */
  private Optional<ProcessHandle> first() {
    return machine.children().filter(FreshDebian::isFirst).findAny();
  }

  private static boolean isFirst(ProcessHandle process) {
    try {
      String status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
      return FIRST.matcher(status).find();
    } catch (IOException ended) {
      return false;
    }
  }

  private String booted() throws IOException {
    return Files.readString(root.resolveSibling("boot.out"));
  }

  /** A file of it. */
  Path file(String path) {
    return root.resolve(path.replaceFirst("^/", ""));
  }

  /** Types a line as root, in the home directory of root. */
  Result run(String line) throws IOException, InterruptedException {
    long first = first().orElseThrow(() -> new AssertionError("it does not run")).pid();
    List<String> words = new ArrayList<>(List.of("nsenter", "--target=" + first, "--all"));
    words.addAll(List.of("env", "-i", "HOME=/root", "LC_ALL=C", "TERM=dumb"));
    words.add("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    words.addAll(List.of("bash", "-c", "cd && " + line));
    Path out = root.resolveSibling("command.out");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      if (!process.waitFor(COMMAND_TIMEOUT_S, TimeUnit.SECONDS)) {
        throw new AssertionError(line + " does not end: " + Files.readString(out));
      }
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(out);
    System.out.printf("# %s%n%s(%d)%n", line, printed, process.exitValue());
    return new Result(process.exitValue(), printed);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    machine.destroy();
    if (!machine.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
      machine.destroyForcibly().waitFor();
    }
    new ProcessBuilder("rm", "-rf", "--one-file-system", root.toString())
        .inheritIO()
        .start()
        .waitFor();
  }
}
