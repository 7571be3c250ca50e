package clickcounter.tools.audit;

import clickcounter.event.EventKind;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Events that were not settled when they were read. They are mostly few; if they are many, as when
 * a whole day is missing, they go to a temporary file.
 */
public final class OpenEvents implements Closeable {
  private static final int RECORD_BYTES = 4 + 4 + 2 + 1 + 8 + 8 + 8;
  private static final int MEMORY_RECORDS = 500_000;
  private static final EventKind[] KINDS = EventKind.values();
  private static final byte NO_AD = -1;

  private ByteBuffer memory = ByteBuffer.allocate(RECORD_BYTES * 1_000);
  private FileChannel file;

  /**
   * An event.
   *
   * @param ad -1 for an event without one
   * @param reading the number of the reading that found it, 0 for the first
   * @param kind null for an event without an ad
   */
  public record OpenEvent(
      int counter,
      int ad,
      int reading,
      EventKind kind,
      long sequence,
      long timestampMs,
      long amountMicros) {}

  public void add(OpenEvent event) {
    if (memory.remaining() < RECORD_BYTES) {
      makeRoom();
    }
    memory.putInt(event.counter()).putInt(event.ad()).putShort((short) event.reading());
    memory.put(event.kind() == null ? NO_AD : (byte) event.kind().ordinal());
    memory.putLong(event.sequence()).putLong(event.timestampMs()).putLong(event.amountMicros());
  }

  private void makeRoom() {
    if (memory.capacity() < RECORD_BYTES * MEMORY_RECORDS) {
      ByteBuffer larger =
          ByteBuffer.allocate(Math.min(memory.capacity() * 4, RECORD_BYTES * MEMORY_RECORDS));
      larger.put(memory.flip());
      memory = larger;
      return;
    }
    try {
      if (file == null) {
        Path path = Files.createTempFile("clicks-audit-", ".open");
        file =
            FileChannel.open(
                path,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
      }
      memory.flip();
      while (memory.hasRemaining()) {
        file.write(memory);
      }
      memory.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the open events to a temporary file (java.io.tmpdir)", e);
    }
  }

  public void forEach(Consumer<OpenEvent> receiver) {
    try {
      if (file != null) {
        long end = file.position();
        file.position(0);
        forEachOf(new BufferedInputStream(Channels.newInputStream(file), 1 << 16), receiver);
        file.position(end);
      }
      ByteBuffer kept = memory.duplicate().flip();
      byte[] bytes = new byte[kept.remaining()];
      kept.get(bytes);
      forEachOf(new ByteArrayInputStream(bytes), receiver);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the audit's temporary file", e);
    }
  }

  private static void forEachOf(InputStream in, Consumer<OpenEvent> receiver) throws IOException {
    // Not closed: closing the stream would close the channel, which deletes the file.
    byte[] bytes = new byte[RECORD_BYTES];
    while (in.readNBytes(bytes, 0, RECORD_BYTES) == RECORD_BYTES) {
      ByteBuffer event = ByteBuffer.wrap(bytes);
      int counter = event.getInt();
      int ad = event.getInt();
      int reading = event.getShort();
      byte number = event.get();
      EventKind kind = number == NO_AD ? null : KINDS[number];
      receiver.accept(
          new OpenEvent(
              counter, ad, reading, kind, event.getLong(), event.getLong(), event.getLong()));
    }
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the audit's temporary file", e);
    }
  }
}
