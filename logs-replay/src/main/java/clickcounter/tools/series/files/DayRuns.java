package clickcounter.tools.series.files;

import clickcounter.hours.HourCounts;
import clickcounter.tools.series.Slots;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sums by ad and hour that are on the disk until they are merged: temporary files of one day each,
 * each sorted by ad. An ad may be in several of them. Thread-safe.
 */
final class DayRuns {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int FASTEST = 1;

  private final Path directory;
  private final Map<Long, List<Path>> files = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  DayRuns(Path directory) {
    this.directory = directory;
  }

  /** Files that are written together. */
  RunWriters newRuns() {
    return new RunWriters();
  }

  /** Reads what was written of a day, ad by ad. To be closed. */
  AdOrder<RunReader> read(long day) throws IOException {
    List<RunReader> readers = new ArrayList<>();
    for (Path file : files.getOrDefault(day, List.of())) {
      readers.add(new RunReader(file, day));
    }
    return new AdOrder<>(readers);
  }

  /** Deletes the files of a day, which are merged. */
  void delete(long day) throws IOException {
    for (Path file : files.getOrDefault(day, List.of())) {
      Files.delete(file);
    }
  }

  /** One file a day, made when the first hour of the day comes. */
  final class RunWriters implements Closeable {
    private final Map<Long, DataOutputStream> byDay = new HashMap<>();

    private RunWriters() {}

    /** Adds an ad, in ascending order of the ids. */
    void add(String adId, SortedMap<Long, HourCounts> hours) {
      SortedMap<Long, HourCounts> rest = hours;
      while (!rest.isEmpty()) {
        long day = Slots.day(rest.firstKey());
        long end = Slots.firstOf(day + 1);
        write(day, adId, rest.headMap(end));
        rest = rest.tailMap(end);
      }
    }

    private void write(long day, String adId, SortedMap<Long, HourCounts> hours) {
      try {
        DataOutputStream file = byDay.get(day);
        if (file == null) {
          file = open(day);
          byDay.put(day, file);
        }
        file.writeUTF(adId);
        file.writeInt(hours.size());
        for (Map.Entry<Long, HourCounts> hour : hours.entrySet()) {
          HourCounts counts = hour.getValue();
          file.writeByte((int) (hour.getKey() - Slots.firstOf(day)));
          file.writeLong(counts.impressions());
          file.writeLong(counts.clicks());
          file.writeLong(counts.costMicros());
          file.writeLong(counts.invalid());
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write temporary files to " + directory, e);
      }
    }

    private DataOutputStream open(long day) throws IOException {
      Path file = directory.resolve(DayFiles.name(day) + "." + numbers.getAndIncrement());
      files.computeIfAbsent(day, d -> new CopyOnWriteArrayList<>()).add(file);
      return new DataOutputStream(
          new BufferedOutputStream(
              new ZstdOutputStream(Files.newOutputStream(file), FASTEST), BUFFER_BYTES));
    }

    @Override
    public void close() throws IOException {
      for (DataOutputStream file : byDay.values()) {
        file.close();
      }
    }
  }

  /** One file, ad by ad. */
  static final class RunReader implements AdOrder.Source {
    private final long day;
    private final DataInputStream in;
    private String adId;

    private RunReader(Path file, long day) throws IOException {
      this.day = day;
      in =
          new DataInputStream(
              new BufferedInputStream(
                  new ZstdInputStream(Files.newInputStream(file)), BUFFER_BYTES));
      next();
    }

    private void next() throws IOException {
      try {
        adId = in.readUTF();
      } catch (EOFException e) {
        adId = null;
      }
    }

    /** Adds the hours of the ad, and goes to the next. */
    void addTo(SortedMap<Long, HourCounts> sum) {
      try {
        for (int left = in.readInt(); left > 0; left--) {
          long slot = Slots.firstOf(day) + in.readUnsignedByte();
          HourCounts counts =
              new HourCounts(in.readLong(), in.readLong(), in.readLong(), in.readLong());
          sum.merge(slot, counts, HourCounts::plus);
        }
        next();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read a temporary file", e);
      }
    }

    @Override
    public String adId() {
      return adId;
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
