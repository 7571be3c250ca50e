package clickcounter.tools.send;

import clickcounter.cli.AtomicFile;
import clickcounter.tools.common.StateDirectory;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a full replay came, in a small file:
 *
 * <pre>
 * {"version":2,"task":"…","events":123456,"files":{
 *   "/archive/hostA/a.ndjson":{"line":50000,"size":6789012,"headBytes":4096,"head":"9f86d081884c7d65…"}}}
 * </pre>
 *
 * <p>The broker has every line of each file up to and including {@code line}. Lines that were sent
 * after the last checkpoint are sent a second time, as harmless duplicates.
 *
 * @param task what was asked for, including the queue; a checkpoint is good for one task only
 * @param events how many were sent
 * @param files by absolute path: how far each was read
 */
@JsonPropertyOrder({"version", "task", "events", "files"})
record Checkpoint(String task, long events, Map<String, FilePosition> files) {
  private static final int VERSION = 2;
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  Checkpoint {
    files = new TreeMap<>(files);
  }

  @JsonProperty
  int version() {
    return VERSION;
  }

  /** The file of this tool's task, for the current user. */
  static Path defaultFile(String tool, String task) {
    long hash = 0;
    for (int i = 0; i < task.length(); i++) {
      hash = hash * 1_000_003 + task.charAt(i);
    }
    return StateDirectory.path().resolve(tool + "-" + Long.toHexString(hash) + ".json");
  }

  void write(Path path) throws IOException {
    StateDirectory.create(path.toAbsolutePath().getParent());
    AtomicFile.replacePrivate(path, JSON.writeValueAsBytes(this));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   * @throws IOException also if it is damaged or of another version
   */
  static Checkpoint read(Path path) throws IOException {
    String text = Files.readString(path);
    try {
      JsonNode json = JSON.readTree(text);
      if (!json.hasNonNull("task")) {
        throw new IOException("checkpoint " + path + " is damaged: it names no task");
      }
      int version = json.path("version").asInt(1);
      if (version != VERSION) {
        throw new IOException(
            "checkpoint "
                + path
                + " has format "
                + version
                + ", expected "
                + VERSION
                + ": it does not say to which broker, or of which files, the events were sent."
                + " Nothing was sent. Omit --resume to start over; events that are counted already"
                + " are harmless duplicates");
      }
      return JSON.treeToValue(json, Checkpoint.class);
    } catch (JsonProcessingException e) {
      throw new IOException("checkpoint " + path + " is damaged: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * How far a file was read, and how to recognize the file: by its first bytes as they are on disk,
   * and because it has not become shorter. Event ids are unique, so a different file starts
   * differently, whatever its name; a file that was copied, moved or appended to is still the same.
   *
   * @param line the last line that the broker is certain to have; 0 for none
   * @param size bytes when it was looked at; a file that is still being written grows
   * @param headBytes how many of its bytes the hash covers
   * @param head the start of their SHA-256, in hex
   */
  record FilePosition(long line, long size, int headBytes, String head) {
    private static final int MAX_HEAD_BYTES = 4_096;
    private static final int HASH_CHARS = 32;

    /** The file as it is now, at its beginning. */
    static FilePosition startOf(Path file) throws IOException {
      long size = Files.size(file);
      byte[] bytes = readHead(file, (int) Math.min(size, MAX_HEAD_BYTES));
      return new FilePosition(0, size, bytes.length, hash(bytes));
    }

    /** The same file, read up to and including this line. */
    FilePosition at(long lastLine) {
      return new FilePosition(lastLine, size, headBytes, head);
    }

    /** Whether this is the file that was looked at, perhaps with more at its end. */
    boolean isIn(Path file) throws IOException {
      if (Files.size(file) < size) {
        return false;
      }
      byte[] bytes = readHead(file, headBytes);
      return bytes.length == headBytes && hash(bytes).equals(head);
    }

    private static byte[] readHead(Path file, int bytes) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        return in.readNBytes(bytes);
      }
    }

    private static String hash(byte[] bytes) {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
        return HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_CHARS / 2));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }
}
