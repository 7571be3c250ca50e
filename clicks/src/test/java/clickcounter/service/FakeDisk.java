package clickcounter.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A disk of a given size in memory. Like a real one, it writes the part of an append that fits
 * before it fails.
 */
final class FakeDisk implements ArchiveDisk {
  private final Map<Path, FakeFile> files = new TreeMap<>();
  private final List<String> calls = new ArrayList<>();
  private long freeBytes = Long.MAX_VALUE;
  private boolean truncates = true;
  private boolean creates = true;
  private boolean forces = true;

  FakeDisk free(long bytes) {
    freeBytes = bytes;
    return this;
  }

  FakeDisk truncates(boolean value) {
    truncates = value;
    return this;
  }

  FakeDisk creates(boolean value) {
    creates = value;
    return this;
  }

  FakeDisk forces(boolean value) {
    forces = value;
    return this;
  }

  /** The calls since the last time this was asked. */
  List<String> takeCalls() {
    List<String> taken = List.copyOf(calls);
    calls.clear();
    return taken;
  }

  List<String> names() {
    return files.keySet().stream().map(path -> path.getFileName().toString()).toList();
  }

  /** The content of all files in the order of their names. */
  String content() {
    StringBuilder all = new StringBuilder();
    files.values().forEach(file -> all.append(file.text()));
    return all.toString();
  }

  @Override
  public AppendFile create(Path path, boolean durable) throws IOException {
    calls.add(durable ? "create durably" : "create");
    if (files.containsKey(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    if (!creates) {
      throw new IOException("no inode left");
    }
    FakeFile file = new FakeFile();
    files.put(path, file);
    return file;
  }

  private final class FakeFile implements AppendFile {
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean closed;

    String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void append(byte[] more) throws IOException {
      calls.add("append");
      requireOpen();
      int fitting = (int) Math.min(more.length, freeBytes);
      bytes.write(more, 0, fitting);
      freeBytes -= fitting;
      if (fitting < more.length) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public void truncate(long lengthBytes) throws IOException {
      calls.add("truncate");
      requireOpen();
      if (!truncates) {
        throw new IOException("Read-only file system");
      }
      byte[] all = bytes.toByteArray();
      bytes = new ByteArrayOutputStream();
      bytes.write(all, 0, Math.toIntExact(lengthBytes));
      freeBytes += all.length - lengthBytes;
    }

    @Override
    public void force() throws IOException {
      calls.add("force");
      requireOpen();
      if (!forces) {
        throw new IOException("Input/output error");
      }
    }

    @Override
    public void close() {
      calls.add("close");
      closed = true;
    }

    private void requireOpen() throws IOException {
      if (closed) {
        throw new IOException("Stream Closed");
      }
    }
  }
}
