package clickcounter.tools.send;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

  void write(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.write(fresh, JSON.writeValueAsBytes(this));
    // Atomically, so that a crash leaves either the old file or the new one.
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
}
