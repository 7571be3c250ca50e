package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A checkout with what the build makes of it: this one, or a copy, which may be changed before it
 * is built. Needs Maven on the PATH, and what this build has fetched.
 */
final class Built {
  private static final Path HERE = Path.of("..", "..").toAbsolutePath().normalize();

  private static final Pattern OWN_VERSION =
      Pattern.compile("<artifactId>click-counter</artifactId>\\s*<version>([^<]+)</version>");

  /** Those of tests go to nobody; without "original-" the shaded one is one of ours. */
  private static final Pattern ARTIFACT =
      Pattern.compile("(?!original-)(?!.*-tests\\.jar).*\\.(jar|tar\\.gz|deb|cdx\\.json)");

  private final Path checkout;

  private Built(Path checkout) {
    this.checkout = checkout;
  }

  /** The build that runs this test. */
  static Built here() {
    return new Built(HERE);
  }

  /** A copy of this checkout's sources, as they are now, in a directory that is not there yet. */
  static Built from(Path sourcesCopy) throws IOException, InterruptedException {
    for (Path source : sources()) {
      Path copy = sourcesCopy.resolve(source);
      Files.createDirectories(copy.getParent());
      Files.copy(HERE.resolve(source), copy);
    }
    return new Built(sourcesCopy.toAbsolutePath());
  }

  /** Relative to the checkout. Without git, all that the build does not make. */
  private static List<Path> sources() throws IOException, InterruptedException {
    Stream<Path> known;
    if (Files.exists(HERE.resolve(".git"))) {
      String[] git = {"git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"};
      Process process = new ProcessBuilder(git).directory(HERE.toFile()).start();
      String names = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("git ls-files").isZero();
      known = Stream.of(names.split("\0")).map(Path::of);
    } else {
      try (Stream<Path> all = Files.walk(HERE)) {
        known =
            all
                .map(HERE::relativize)
                .filter(file -> !("/" + file + "/").contains("/target/"))
                .toList()
                .stream();
      }
    }
    return known.filter(file -> Files.isRegularFile(HERE.resolve(file))).toList();
  }

  /** Gives all modules another version. */
  Built version(String other) throws IOException {
    String now = "<version>" + version() + "</version>";
    try (Stream<Path> files = Files.walk(checkout)) {
      for (Path pom : files.filter(file -> file.endsWith("pom.xml")).toList()) {
        String text = Files.readString(pom);
        Files.writeString(pom, text.replace(now, "<version>" + other + "</version>"));
      }
    }
    return this;
  }

  /** That of all modules. */
  String version() throws IOException {
    Matcher version = OWN_VERSION.matcher(Files.readString(checkout.resolve("pom.xml")));
    assertThat(version.find()).as("version of the root's pom.xml").isTrue();
    return version.group(1);
  }

  /** Changes a text of a file, which has to be in it. */
  Built replace(String file, String text, String by) throws IOException {
    Path source = checkout.resolve(file);
    String before = Files.readString(source);
    assertThat(before).as(file).contains(text);
    Files.writeString(source, before.replace(text, by));
    return this;
  }

  /** Builds the distribution and what is in it, without tests. */
  Built build() throws IOException, InterruptedException {
    return build("022", Map.of(), "-Dmaven.javadoc.skip", "-Dmaven.source.skip");
  }

  /**
   * Builds all that others get, without tests.
   *
   * @param environment further variables
   * @param options further ones of Maven
   */
  Built build(String umask, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    String repository = System.getProperty("localRepository", "");
    ProcessBuilder maven =
        new ProcessBuilder(
            "sh",
            "-c",
            "umask $0; chmod -R =rwX .; exec mvn -B -q package -DskipTests -Dtests.compile.skip"
                + " -Dspotless.check.skip -Denforcer.skip -pl deploy/run -am \"$@\"",
            umask);
    maven.command().addAll(List.of(options));
    if (!repository.isEmpty()) {
      maven.command().add("-Dmaven.repo.local=" + repository);
    }
    maven.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
    maven.environment().remove("JAVA_TOOL_OPTIONS");
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    maven.environment().putAll(environment);
    Path log = checkout.resolveSibling(checkout.getFileName() + ".log");
    int status =
        maven
            .directory(checkout.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(status).as("mvn in %s said: %s", checkout, lastLines(log)).isZero();
    return this;
  }

  private static String lastLines(Path log) throws IOException {
    String text = Files.readString(log);
    return text.substring(Math.max(0, text.length() - 4_000));
  }

  /** The Debian package. */
  Path deb() throws IOException {
    return only("click-counter_" + version().replace('-', '~') + "_all.deb");
  }

  /** The distribution. */
  Path tar() throws IOException {
    return only("click-counter-" + version() + ".tar.gz");
  }

  private Path only(String name) {
    Path file = checkout.resolve(Path.of("deploy", "run", "target", name));
    assertThat(file).as("needs mvn package, without -DskipDist").exists();
    return file;
  }

  /** The SHA-256 of all that others get, by path. */
  SortedMap<String, String> artifacts() throws IOException {
    SortedMap<String, String> sums = new TreeMap<>();
    String version = version();
    for (String module : modules()) {
      Path target = checkout.resolve(module).resolve("target");
      if (Files.isDirectory(target)) {
        try (Stream<Path> files = Files.list(target)) {
          files
              .filter(file -> isArtifact(file.getFileName().toString(), version))
              .forEach(file -> sums.put(checkout.relativize(file).toString(), sum(file)));
        }
      }
    }
    return sums;
  }

  private List<String> modules() throws IOException {
    String pom = Files.readString(checkout.resolve("pom.xml"));
    return Pattern.compile("<module>([^<]+)</module>")
        .matcher(pom)
        .results()
        .map(module -> module.group(1))
        .toList();
  }

  private static boolean isArtifact(String name, String version) {
    return ARTIFACT.matcher(name).matches()
        && Arrays.asList(version, version.replace('-', '~')).stream().anyMatch(name::contains);
  }

  private static String sum(Path file) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
