package clickcounter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * Samples of every format that is stored or sent, as one version wrote them. They lie in {@code
 * src/test/resources/clickcounter/formats/VERSION} of the module that reads the format, and every
 * later build reads them.
 *
 * <p><b>A sample never changes.</b> It is what somebody has on a disk, in Riak or in a queue. A
 * build that cannot read it is what has to change.
 *
 * <p>A sample that is not there yet is written by today's code, and the test fails once, so that
 * somebody looks at it and adds it. So this is how a version such as 1.1.0 adds its own: a test
 * asks {@code new Samples("1.1.0")} for what that version writes and none before did. The tests of
 * older samples stay. Where a newer version writes other bytes, its own test compares them, and the
 * older one only reads.
 *
 * <p>{@link #NEWER} are made by hand: what a later minor version may write, and what it may not.
 * clicks/FORMATS.md says which is which.
 *
 * @param version whose samples these are
 */
public record Samples(String version) {
  public static final Samples OF_1_0_0 = new Samples("1.0.0");

  /** From the future. */
  public static final Samples NEWER = new Samples("newer");

  private static final String FORMATS = "clickcounter/formats";

  /** Where a sample is written, and where those of one module are as files. */
  public Path directory() {
    return Path.of("src", "test", "resources").resolve(FORMATS).resolve(version);
  }

  /**
   * A sample, of this module or of one whose tests it uses.
   *
   * @param today what today's code writes in its place; used only if there is no such sample
   */
  public byte[] bytes(String name, byte[] today) {
    byte[] sample = read(name);
    if (sample == null) {
      add(directory().resolve(name), today);
    }
    return sample;
  }

  /** A sample that is there. */
  public byte[] bytes(String name) {
    byte[] sample = read(name);
    if (sample == null) {
      throw new AssertionError("no sample " + version + "/" + name);
    }
    return sample;
  }

  /**
   * Copies a directory of samples of this module.
   *
   * @param today what today's code has written in its place; used only if there is no such sample
   * @param target a new directory
   */
  public void copy(String name, Path today, Path target) throws IOException {
    Path samples = directory().resolve(name);
    if (Files.notExists(samples)) {
      copy(today, samples);
      throw new AssertionError(
          samples + " was not there and has been written: look at it, and add it");
    }
    copy(samples, target);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(path, copy);
      }
    }
  }

  public String text(String name, String today) {
    return text(bytes(name, today.getBytes(StandardCharsets.UTF_8)));
  }

  public String text(String name) {
    return text(bytes(name));
  }

  private static String text(byte[] sample) {
    return new String(sample, StandardCharsets.UTF_8);
  }

  private byte[] read(String name) {
    String resource = "/" + FORMATS + "/" + version + "/" + name;
    try (InputStream in = Samples.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(Path file, byte[] sample) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, sample, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError(file + " was not there and has been written: look at it, and add it");
  }
}
