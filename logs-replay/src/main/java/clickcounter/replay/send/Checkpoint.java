package clickcounter.replay.send;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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
 * {"task":"…","doneFiles":{"archive/hostA/a.ndjson.gz":50000},"file":"archive/hostA/b.ndjson.gz","line":4711,"events":123456}
 * </pre>
 *
 * <p>Everything up to and including that line is with the broker. What was sent after the last
 * checkpoint is sent again; that is harmless.
 *
 * @param task what was asked for; another task does not go on from here
 * @param doneFiles files that were read to their end, and the line that this was: one that is still
 *     being written has more when the replay goes on
 * @param file the file that was being read, or empty
 * @param line the last line of it that is certain to be sent
 */
record Checkpoint(String task, Map<String, Long> doneFiles, String file, long line, long events) {
  private static final JsonFactory JSON = new JsonFactory();

  Checkpoint {
    doneFiles = new TreeMap<>(doneFiles);
  }

  static Checkpoint start(String task) {
    return new Checkpoint(task, Map.of(), "", 0, 0);
  }

  /** The first line of this file that is still to be sent. */
  long firstLine(String name) {
    return name.equals(file) ? line + 1 : doneFiles.getOrDefault(name, 0L) + 1;
  }

  void write(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(fresh))) {
      json.writeStartObject();
      json.writeStringField("task", task);
      json.writeObjectFieldStart("doneFiles");
      for (Map.Entry<String, Long> done : doneFiles.entrySet()) {
        json.writeNumberField(done.getKey(), done.getValue());
      }
      json.writeEndObject();
      json.writeStringField("file", file);
      json.writeNumberField("line", line);
      json.writeNumberField("events", events);
      json.writeEndObject();
    }
    // At once, so that a crash leaves the old one or the new one.
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException also when it is damaged
   */
  static Checkpoint read(Path path) throws IOException {
    String task = null;
    Map<String, Long> doneFiles = new TreeMap<>();
    String file = "";
    long line = 0;
    long events = 0;
    try (JsonParser json = JSON.createParser(Files.readString(path))) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "task" -> task = json.getText();
          case "doneFiles" -> {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
              doneFiles.put(json.currentName(), json.nextLongValue(0));
            }
          }
          case "file" -> file = json.getText();
          case "line" -> line = json.getLongValue();
          case "events" -> events = json.getLongValue();
          default -> json.skipChildren();
        }
      }
    }
    if (task == null) {
      throw new IOException("checkpoint " + path + " is damaged: it names no task");
    }
    return new Checkpoint(task, doneFiles, file, line, events);
  }
}
