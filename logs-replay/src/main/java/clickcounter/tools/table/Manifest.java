package clickcounter.tools.table;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which files are the table: the one file that is replaced, as a whole, to commit. What it does not
 * name is what a killed import left.
 *
 * @param version of this form
 * @param number the next number of a file
 * @param shown what questions see: the state after the last import that ended
 * @param coming what an import has done since; the same as {@code shown} after its end
 * @param staged by day, events that were read and are not yet in {@code coming}
 */
record Manifest(
    int version,
    long number,
    Contents shown,
    Contents coming,
    SortedMap<String, List<String>> staged) {
  static final int VERSION = 3;
  private static final String OTHER_VERSION =
      "Nothing was changed. Use the version of clicks that made the table, or import the archives"
          + " into another directory";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  Manifest {
    staged = Collections.unmodifiableSortedMap(new TreeMap<>(staged));
  }

  /**
   * The files of one state, as paths below the table's directory.
   *
   * @param importedAtMs when the import of this state began; 0 if there was none
   * @param events by day of UTC
   * @param files the table of archive files; null if there was no import
   * @param counted what counters have in each day, and numbers of several events; none if there was
   *     no import
   */
  record Contents(
      long importedAtMs,
      SortedMap<String, List<String>> events,
      List<String> bad,
      String files,
      List<String> counted) {
    static final Contents NONE = new Contents(0, new TreeMap<>(), List.of(), null, List.of());

    Contents {
      events = Collections.unmodifiableSortedMap(new TreeMap<>(events));
      bad = List.copyOf(bad);
      counted = List.copyOf(counted);
    }

    List<String> ofDay(String day) {
      return events.getOrDefault(day, List.of());
    }

    Contents with(String day, List<String> files) {
      SortedMap<String, List<String>> changed = new TreeMap<>(events);
      changed.put(day, List.copyOf(files));
      return new Contents(importedAtMs, changed, bad, this.files, counted);
    }

    Contents with(List<String> otherBad, String otherFiles) {
      return new Contents(importedAtMs, events, otherBad, otherFiles, counted);
    }

    List<String> all() {
      List<String> all = new ArrayList<>(bad);
      all.addAll(counted);
      events.values().forEach(all::addAll);
      if (files != null) {
        all.add(files);
      }
      return all;
    }
  }

  /**
   * That of a table.
   *
   * @throws IOException if it is of another version, has fields of one, or is no manifest
   */
  static Manifest read(Path file) throws IOException {
    if (Files.notExists(file)) {
      return new Manifest(VERSION, 1, Contents.NONE, Contents.NONE, new TreeMap<>());
    }
    try {
      JsonNode json = JSON.readTree(content(file));
      requireVersion(file, json.path("version"));
      return JSON.treeToValue(json, Manifest.class);
    } catch (UnrecognizedPropertyException e) {
      throw new IOException(file + ": " + IoErrors.reason(e) + ". " + OTHER_VERSION, e);
    } catch (JsonProcessingException e) {
      throw new IOException(
          ("%s is no manifest of a table (%s). Nothing was changed. Is this the directory of a table?"
                  + " Otherwise delete the directory and import the archives again")
              .formatted(file, IoErrors.reason(e)),
          e);
    }
  }

  private static byte[] content(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IOException(file + " cannot be read: " + IoErrors.reason(e), e);
    }
  }

  /** First: another version may have other fields, too. */
  private static void requireVersion(Path file, JsonNode version) throws IOException {
    if (version.isInt() && version.intValue() != VERSION) {
      throw new IOException(
          "%s: expected a table of version %d, found %d. %s"
              .formatted(file, VERSION, version.intValue(), OTHER_VERSION));
    }
  }

  /** After an import's step that has written some files. */
  Manifest next(int files, Contents nextComing, SortedMap<String, List<String>> nextStaged) {
    return new Manifest(version, number + files, shown, nextComing, nextStaged);
  }

  void commit(Path file) throws IOException {
    AtomicFile.replace(file, JSON.writeValueAsBytes(this));
  }
}
