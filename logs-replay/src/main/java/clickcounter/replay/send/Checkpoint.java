package clickcounter.replay.send;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far a full replay came, in a small file:
 *
 * <pre>
 * {"task":"…","doneFiles":["archive/hostA/a.ndjson.gz"],"file":"archive/hostA/b.ndjson.gz","line":4711,"events":123456}
 * </pre>
 *
 * <p>Everything up to and including that line is with the broker. What was sent after the last
 * checkpoint is sent again; that is harmless.
 *
 * @param task what was asked for; another task does not go on from here
 * @param file the file that was being read, or empty
 * @param line the last line of it that is certain to be sent
 */
record Checkpoint(String task, Set<String> doneFiles, String file, long line, long events) {
  private static final JsonFactory JSON = new JsonFactory();

  Checkpoint {
    doneFiles = new TreeSet<>(doneFiles);
  }

  static Checkpoint start(String task) {
    return new Checkpoint(task, Set.of(), "", 0, 0);
  }

  /** The first line of this file that is still to be sent; {@link Long#MAX_VALUE} for none. */
  long firstLine(String name) {
    if (doneFiles.contains(name)) {
      return Long.MAX_VALUE;
    }
    return name.equals(file) ? line + 1 : 1;
  }

  void write(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(fresh))) {
      json.writeStartObject();
      json.writeStringField("task", task);
      json.writeArrayFieldStart("doneFiles");
      for (String done : doneFiles) {
        json.writeString(done);
      }
      json.writeEndArray();
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
    Set<String> doneFiles = new TreeSet<>();
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
            while (json.nextToken() != JsonToken.END_ARRAY) {
              doneFiles.add(json.getText());
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
