package clickcounter.tools.send;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
 * <p>Of each file everything up to and including that line is with the broker. What was sent after
 * the last checkpoint is sent again; that is harmless.
 *
 * @param task what was asked for, the queue included; another task does not go on from here
 * @param files by absolute path: how far each was read. One that is still being written has more
 *     when the replay goes on
 * @param events how many were sent
 */
record Checkpoint(String task, Map<String, Place> files, long events) {
  private static final int VERSION = 2;
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * How far a file was read.
   *
   * @param line the last line that is certain to be with the broker
   * @param mark by which the file is known again
   */
  record Place(long line, FileMark mark) {}

  Checkpoint {
    files = new TreeMap<>(files);
  }

  static Checkpoint start(String task) {
    return new Checkpoint(task, Map.of(), 0);
  }

  void write(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(fresh))) {
      json.writeStartObject();
      json.writeNumberField("version", VERSION);
      json.writeStringField("task", task);
      json.writeNumberField("events", events);
      json.writeObjectFieldStart("files");
      for (Map.Entry<String, Place> file : files.entrySet()) {
        json.writeObjectFieldStart(file.getKey());
        json.writeNumberField("line", file.getValue().line());
        json.writeNumberField("size", file.getValue().mark().size());
        json.writeNumberField("headBytes", file.getValue().mark().headBytes());
        json.writeStringField("head", file.getValue().mark().headHash());
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    // At once, so that a crash leaves the old one or the new one.
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException also when it is damaged or of another version
   */
  static Checkpoint read(Path path) throws IOException {
    long version = 1;
    String task = null;
    Map<String, Place> files = new TreeMap<>();
    long events = 0;
    try (JsonParser json = JSON.createParser(Files.readString(path))) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "version" -> version = json.getLongValue();
          case "task" -> task = json.getText();
          case "events" -> events = json.getLongValue();
          case "files" -> readFiles(json, files);
          default -> json.skipChildren();
        }
      }
    } catch (JsonParseException e) {
      throw new IOException("checkpoint " + path + " is damaged: " + e.getOriginalMessage(), e);
    }
    if (task == null) {
      throw new IOException("checkpoint " + path + " is damaged: it names no task");
    }
    if (version != VERSION) {
      throw new IOException(
          "checkpoint "
              + path
              + " has format "
              + version
              + ", expected "
              + VERSION
              + ": it does not say to which broker, or of which files, the events were sent. Nothing"
              + " was sent. Leave --resume away to begin anew; what is counted already is harmless");
    }
    return new Checkpoint(task, files, events);
  }

  private static void readFiles(JsonParser json, Map<String, Place> files) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String file = json.currentName();
      long line = 0;
      long size = 0;
      int headBytes = 0;
      String head = "";
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "line" -> line = json.getLongValue();
          case "size" -> size = json.getLongValue();
          case "headBytes" -> headBytes = json.getIntValue();
          case "head" -> head = json.getText();
          default -> json.skipChildren();
        }
      }
      files.put(file, new Place(line, new FileMark(size, headBytes, head)));
    }
  }
}
