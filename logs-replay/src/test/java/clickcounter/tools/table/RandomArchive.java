package clickcounter.tools.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Files that services write, rotate, copy and pack, and a naive reading of them: the rows that a
 * table must have.
 */
final class RandomArchive {
  static final long DAY_MS = 86_400_000;
  static final long FIRST_MS = 20_600 * DAY_MS;

  final Path directory;
  private final SplittableRandom random;
  private final Map<String, String> rowByLine = new HashMap<>();
  private final List<String> lines = new ArrayList<>();
  private final Map<Path, String> halves = new HashMap<>();
  private final List<Path> rotated = new ArrayList<>();
  private final long[] next = new long[5];
  private int files;

  /** Of all that was ever in a file when somebody looked. */
  final Set<String> rows = new TreeSet<>();

  final Set<String> bad = new TreeSet<>();

  RandomArchive(Path directory, SplittableRandom random) {
    this.directory = directory;
    this.random = random;
  }

  /** Something happens to a file. */
  void step() throws IOException {
    Path live = directory.resolve("host" + random.nextInt(3)).resolve("app.ndjson");
    Files.createDirectories(live.getParent());
    switch (random.nextInt(16)) {
      case 0 -> rotate(live);
      case 1 -> copyAndTruncate(live);
      case 2, 3 -> pack();
      case 4 -> copy();
      case 5 -> append(live, "no event\n");
      case 6 -> append(live, "{\"eventId\":\"torn-1:5\",\"type\":\"cl" + event() + "\n");
      case 7 -> appendHalf(live);
      case 8 -> append(live, "\0".repeat(random.nextInt(2_000)) + event() + "\n");
      default -> appendEvents(live);
    }
  }

  private void appendEvents(Path live) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(40); n >= 0; n--) {
      boolean again = !lines.isEmpty() && random.nextInt(20) == 0;
      text.append(again ? lines.get(random.nextInt(lines.size())) : event()).append('\n');
    }
    append(live, text.toString());
  }

  private void append(Path live, String text) throws IOException {
    String rest = halves.containsKey(live) ? halves.remove(live) : "";
    write(live, rest + text);
  }

  private void appendHalf(Path live) throws IOException {
    String line = event() + "\n";
    int at = random.nextInt(1, line.length());
    append(live, line.substring(0, at));
    halves.put(live, line.substring(at));
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void rotate(Path live) throws IOException {
    if (Files.exists(live)) {
      append(live, "");
      rotated.add(Files.move(live, live.resolveSibling("app.ndjson." + files++)));
    }
  }

  private void copyAndTruncate(Path live) throws IOException {
    if (Files.exists(live)) {
      rotated.add(Files.copy(live, live.resolveSibling("app.ndjson." + files++)));
      Files.write(live, new byte[0]);
    }
  }

  private void copy() throws IOException {
    if (!rotated.isEmpty()) {
      Path file = rotated.get(random.nextInt(rotated.size()));
      String end = file.toString().endsWith(".gz") ? ".gz" : "";
      Files.copy(file, file.resolveSibling("copy" + files++ + ".ndjson" + end));
    }
  }

  private void pack() throws IOException {
    if (rotated.isEmpty()) {
      return;
    }
    Path file = rotated.remove(random.nextInt(rotated.size()));
    if (file.toString().endsWith(".gz")) {
      return;
    }
    Path packed = file.resolveSibling(file.getFileName() + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Files.readAllBytes(file));
    }
    if (random.nextInt(4) == 0) {
      Files.write(packed, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
    }
    Files.delete(file);
    rotated.add(packed);
  }

  /** A new event's line. */
  private String event() {
    int service = random.nextInt(next.length);
    next[service] += random.nextInt(10) == 0 ? 3 : 1;
    boolean twice = random.nextInt(50) == 0;
    long number = twice ? random.nextLong(next[service]) : next[service];
    String counter = "svc" + service + "-20260101_000000";
    long time =
        random.nextInt(200) == 0
            ? random.nextLong(100_000)
            : FIRST_MS + random.nextLong(3 * DAY_MS);
    String ad = random.nextInt(30) == 0 ? "größe" : "m" + random.nextInt(20);
    String line = line(counter, number, ad, time);
    lines.add(line);
    return line;
  }

  private String line(String counter, long number, String ad, long time) {
    String id = "{\"eventId\":\"" + counter + ":" + number + "\",\"type\":\"";
    String of = "\",\"adId\":\"" + ad + "\",\"timestamp\":" + time;
    long cost = random.nextLong(1_000);
    String visitor = random.nextBoolean() ? "v" + random.nextInt(9) : null;
    String by = visitor == null ? "" : ",\"visitor\":\"" + visitor + "\",\"agent\":\"a\"";
    String agent = visitor == null ? null : "a";
    String begin = counter + " " + number + " ";
    return switch (random.nextInt(8)) {
      case 0 ->
          made(
              id + "click" + of + ",\"costMicros\":" + cost + by + "}",
              begin + row("click", ad, time, cost, null, null, visitor, agent));
      case 1 ->
          made(
              id + "budget" + of + ",\"budgetMicros\":-" + (cost + 1) + "}",
              begin + row("budget", ad, time, -cost - 1, null, null, null, null));
      case 2 ->
          made(
              id + "filtered-click" + of + ",\"reason\":\"bots@1\"" + by + ",\"x\":{\"y\":[1]}}",
              begin + row("filtered-click", ad, time, 0, null, "bots@1", visitor, agent));
      case 3 ->
          made(
              id
                  + "invalidation"
                  + of
                  + ",\"costMicros\":7,\"reason\":\"rate@2\",\"clickId\":\"svc1-x:5\",\"author\":\"ivt\"}",
              begin + row("invalidation", ad, time, 7, "svc1-x 5", "rate@2", null, null));
      case 4 ->
          made(
              id + "close\",\"timestamp\":" + time + "}",
              begin + row("close", null, time, 0, null, null, null, null));
      default ->
          made(
              "  " + id + "impression" + of + by + "}  ",
              begin + row("impression", ad, time, 0, null, null, visitor, agent));
    };
  }

  private static String row(
      String kind,
      String ad,
      long time,
      long micros,
      String clicked,
      String reason,
      String visitor,
      String agent) {
    return String.join(
        " ",
        kind,
        String.valueOf(ad),
        Long.toString(time),
        Long.toString(micros),
        clicked == null ? "null null" : clicked,
        clicked == null ? "null" : "ivt",
        String.valueOf(reason),
        String.valueOf(visitor),
        String.valueOf(agent));
  }

  private String made(String line, String row) {
    rowByLine.put(line, row);
    return line;
  }

  /** Reads all files, as an import should. */
  void look() throws IOException {
    try (var all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        look(content(file));
      }
    }
  }

  private static byte[] content(Path file) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return Files.readAllBytes(file);
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      in.transferTo(content);
    }
    return content.toByteArray();
  }

  private void look(byte[] content) {
    int from = 0;
    for (int at = 0; at <= content.length; at++) {
      if (at == content.length || content[at] == '\n') {
        String line = new String(content, from, at - from, StandardCharsets.UTF_8);
        String text = line.replaceAll("^\0+", "");
        String row = rowByLine.get(text);
        if (row != null) {
          rows.add(row);
        } else if (!text.isBlank() && at < content.length) {
          bad.add(from + " " + wholeIn(text));
        }
        from = at + 1;
      }
    }
  }

  private String wholeIn(String line) {
    int at = line.lastIndexOf("{\"eventId\":\"svc");
    String row = at <= 0 ? null : rowByLine.get(line.substring(at));
    row = at <= 0 || row != null ? row : rowByLine.get("  " + line.substring(at));
    return row == null ? "null" : row.replaceFirst(" ", ":").replaceFirst(" .*", "");
  }
}
