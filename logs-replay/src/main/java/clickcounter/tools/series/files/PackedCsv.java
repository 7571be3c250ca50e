package clickcounter.tools.series.files;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a CSV file block by block, each packed as a gzip member of its own or not packed at all.
 * When it is closed it is on the disk.
 */
final class PackedCsv implements Closeable {
  private final FileChannel file;
  private final boolean packed;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private final CsvWriter csv =
      CsvWriter.builder()
          .lineDelimiter(LineDelimiter.LF)
          .build(new OutputStreamWriter(block, StandardCharsets.UTF_8));

  /** Begins a file with its header, in a block of its own. */
  PackedCsv(Path path, List<String> header) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    packed = path.toString().endsWith(".gz");
    csv.writeRecord(header);
    endBlock();
  }

  void row(String... fields) {
    csv.writeRecord(fields);
  }

  /** The size of the block that is being written, before it is packed. */
  int blockBytes() throws IOException {
    csv.flush();
    return block.size();
  }

  /** Where the present block begins in the file. */
  long blockOffset() throws IOException {
    return file.position();
  }

  /** Ends a block. An empty one leaves nothing in the file. */
  void endBlock() throws IOException {
    if (blockBytes() > 0) {
      write(packed ? packed(block) : block.toByteArray());
      block.reset();
    }
  }

  private static byte[] packed(ByteArrayOutputStream block) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(block.size() / 2);
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      block.writeTo(gzip);
    }
    return bytes.toByteArray();
  }

  private void write(byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      file.write(rest);
    }
  }

  @Override
  public void close() throws IOException {
    try (file) {
      endBlock();
      file.force(true);
    }
  }
}
