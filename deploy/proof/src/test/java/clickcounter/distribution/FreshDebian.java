package clickcounter.distribution;

import static clickcounter.testing.Patience.await;

import clickcounter.local.InstalledPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Debian that was just installed, with Java alone, and booted: systemd is its first process. It
 * shares the network of this host, and nothing else.
 */
final class FreshDebian implements AutoCloseable {
  private static final String RELEASE = "bookworm";
  private static final String MIRROR = "http://deb.debian.org/debian";

  /** Java, and what boots. */
  private static final String PACKAGES = "openjdk-17-jre-headless,systemd-sysv,dbus";

  private static final int INSTALLED_WITHIN_S = 600;
  private static final int COMMAND_TIMEOUT_S = 700;
  private static final int END_TIMEOUT_S = 60;

  private final Path root;
  private final Process machine;
  private final long firstProcess;

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
    await().until(() -> !machine.isAlive() || machine.children().findAny().isPresent());
    firstProcess = machine.children().findAny().orElseThrow().pid();
    await().until(() -> run("systemctl is-system-running").out().matches("(running|degraded)\\s*"));
  }

  /** Skips the test where this cannot be: it needs root, and two programs of Debian. */
  static void assume() throws IOException, InterruptedException {
    LockedDown.assume();
    InstalledPrograms.require("CLICKS_DEBIAN_REQUIRED", "debootstrap", "systemd-nspawn");
  }

  /** Installs and boots it in a directory that is not there, which goes when it is closed. */
  static FreshDebian in(Path root) throws IOException, InterruptedException {
    Process install =
        new ProcessBuilder(
                "unshare", // what it mounts is gone when it ends, however that is
                "--mount",
                "debootstrap",
                "--variant=minbase",
                "--include=" + PACKAGES,
                RELEASE,
                "" + root,
                MIRROR)
            .redirectErrorStream(true)
            .redirectOutput(root.resolveSibling("debootstrap.out").toFile())
            .start();
    if (!install.waitFor(INSTALLED_WITHIN_S, TimeUnit.SECONDS) || install.exitValue() != 0) {
      install.destroyForcibly();
      throw new AssertionError(
          "no Debian: " + Files.readString(root.resolveSibling("debootstrap.out")));
    }
    return new FreshDebian(root);
  }

  /** A file of it. */
  Path file(String path) {
    return root.resolve(path.replaceFirst("^/", ""));
  }

  /** Types a line as root, in the home directory of root. */
  Result run(String line) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("nsenter", "--target=" + firstProcess, "--all"));
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
