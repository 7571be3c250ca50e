package clickcounter.simulation;

import clickcounter.service.AppendFile;
import clickcounter.service.ArchiveDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The disk that a service writes its archive to. An append that fails leaves a part of the line
 * behind, which can nearly always be cut off again; and the service's process may die in the middle
 * of one.
 */
final class SimulatedDisk implements ArchiveDisk {
  private static final double TRUNCATE_FAILS = 0.1;

  private final Chance chance;
  private final Map<Path, MemoryFile> files = new LinkedHashMap<>();
  private Noise noise;
  private boolean full;
  private boolean killing;

  /** The process that was writing is no more. */
  static final class ProcessDied extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProcessDied() {
      super("the service's process died", null, false, false);
    }
  }

  SimulatedDisk(Chance chance, Noise noise) {
    this.chance = chance;
    this.noise = noise;
  }

  void setNoise(Noise noise) {
    this.noise = noise;
  }

  void setFull(boolean full) {
    this.full = full;
  }

  /** The process dies in its next append. */
  void killInNextAppend(boolean kill) {
    killing = kill;
  }

  /** The whole lines of a counter, in the order of its files. */
  List<String> lines(String counterId) {
    List<String> lines = new ArrayList<>();
    files.forEach(
        (path, file) -> {
          if (isOf(counterId, path)) {
            file.addWholeLines(lines);
          }
        });
    return lines;
  }

  /** Whether this is the last whole line of a counter, with nothing behind it. */
  boolean endsWith(String counterId, String line) {
    MemoryFile last = null;
    for (Map.Entry<Path, MemoryFile> e : files.entrySet()) {
      last = isOf(counterId, e.getKey()) ? e.getValue() : last;
    }
    return last != null && last.endsWith((line + '\n').getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isOf(String counterId, Path path) {
    return path.getFileName().toString().startsWith(counterId);
  }

  @Override
  public AppendFile create(Path path, boolean durable) throws IOException {
    if (files.containsKey(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    requireRoom();
    MemoryFile file = new MemoryFile();
    files.put(path, file);
    return file;
  }

  private void requireRoom() throws IOException {
    if (full || chance.happens(noise.of(FaultKind.APPEND_FAILS))) {
      throw new IOException("simulated: no space left on device");
    }
  }

  private final class MemoryFile implements AppendFile {
    private byte[] bytes = new byte[1_000];
    private int length;
    private boolean processDied;

    void addWholeLines(List<String> lines) {
      int from = 0;
      for (int i = 0; i < length; i++) {
        if (bytes[i] == '\n') {
          lines.add(new String(bytes, from, i - from, StandardCharsets.UTF_8));
          from = i + 1;
        }
      }
    }

    boolean endsWith(byte[] end) {
      int from = length - end.length;
      return from >= 0
          && (from == 0 || bytes[from - 1] == '\n')
          && Arrays.equals(bytes, from, length, end, 0, end.length);
    }

    @Override
    public void append(byte[] more) throws IOException {
      requireAlive();
      if (killing) {
        processDied = true;
        write(more, chance.below(more.length + 1));
        throw new ProcessDied();
      }
      try {
        requireRoom();
      } catch (IOException e) {
        write(more, chance.below(more.length));
        throw e;
      }
      write(more, more.length);
    }

    private void write(byte[] more, int count) {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * (length + count));
      }
      System.arraycopy(more, 0, bytes, length, count);
      length += count;
    }

    @Override
    public void truncate(long lengthBytes) throws IOException {
      requireAlive();
      if (chance.happens(TRUNCATE_FAILS)) {
        throw new IOException("simulated: the file cannot be cut off");
      }
      length = Math.toIntExact(lengthBytes);
    }

    @Override
    public void force() {
      requireAlive();
    }

    @Override
    public void close() {}

    private void requireAlive() {
      if (processDied) {
        throw new ProcessDied();
      }
    }
  }
}
