package clickcounter.tools.archive;

import clickcounter.event.CounterId;
import clickcounter.hours.Hours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Of which times the events of files can be, as far as the names say. A service's log names a file
 * after its counter and the hour in which it was begun, and a counter after its own beginning. A
 * file of any other name can have events of all times.
 *
 * <p>A service that cannot make the next hour's file goes on with the last one. So a file is only
 * done with its hour if it was not written to after that. It is done in any case when its counter
 * has one of a later hour.
 */
final class NamedTimes {
  private static final Pattern NAME = Pattern.compile("(.+)\\.ndjson(\\.gz|\\.zst)?");
  private static final int HOUR_LENGTH = "-20131030_15".length();
  private static final long NO_HOUR = -1;

  /**
   * What a name says.
   *
   * @param hour of the file, or {@link #NO_HOUR}
   */
  private record Named(String counterId, long beganMs, long hour) {}

  private final long skewMs;
  private final Map<Path, Named> names = new HashMap<>();
  private final Map<String, TreeSet<Long>> hours = new HashMap<>();

  NamedTimes(List<Path> files, Duration clockSkew) {
    skewMs = clockSkew.toMillis();
    files.forEach(this::add);
  }

  private void add(Path file) {
    Matcher matcher = NAME.matcher(file.getFileName().toString());
    Named named = matcher.matches() ? named(matcher.group(1)) : null;
    if (named != null) {
      names.put(file, named);
      hours.computeIfAbsent(named.counterId(), id -> new TreeSet<>()).add(named.hour());
    }
  }

  /** Null if it says nothing. */
  private static Named named(String name) {
    OptionalLong began = CounterId.startMs(name);
    if (began.isPresent()) {
      return new Named(name, began.getAsLong(), NO_HOUR);
    }
    OptionalLong hour = CounterId.startMs(name + "0000"); // "20131030_15", with minutes and seconds
    if (hour.isEmpty()) {
      return null;
    }
    String counterId = name.substring(0, name.length() - HOUR_LENGTH);
    OptionalLong start = CounterId.startMs(counterId);
    if (start.isEmpty() || start.getAsLong() >= hour.getAsLong() + Hours.MS) {
      return null;
    }
    long beganMs = Math.max(start.getAsLong(), hour.getAsLong());
    return new Named(counterId, beganMs, Hours.of(hour.getAsLong()));
  }

  /** Whether the file can have events of the time. In doubt it can. */
  boolean canHave(TimeRange times, Path file) {
    Named named = names.get(file);
    if (named == null) {
      return true;
    }
    boolean endsBefore = named.hour() != NO_HOUR && endMs(file, named) + skewMs <= times.fromMs();
    return !endsBefore && named.beganMs() - skewMs < times.toMs();
  }

  private long endMs(Path file, Named named) {
    Long next = hours.get(named.counterId()).higher(named.hour());
    long nextMs = next == null ? Long.MAX_VALUE - skewMs : Hours.startMs(next);
    try {
      long writtenMs = Files.getLastModifiedTime(file).toMillis();
      return Math.min(nextMs, Math.max(Hours.startMs(named.hour() + 1), writtenMs));
    } catch (IOException e) {
      // Reading the file will report the error.
      return nextMs;
    }
  }
}
