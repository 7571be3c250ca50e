package clickcounter.rejects;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.jms.RejectedLine;
import clickcounter.rejects.RejectsRequeueCommand.Target;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/** A file of rejected lines, a JSON object each, to whose end more are written. */
final class RejectsFile implements Target {
  private static final Set<OpenOption> APPENDED =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final FileChannel out;

  RejectsFile(Path file) throws IOException {
    this.file = file;
    try {
      out = FileChannel.open(file, APPENDED, AtomicFile.ownerOnly(file));
    } catch (IOException e) {
      throw IoErrors.notWritten(file, e, "No line was removed. Name another --file");
    }
  }

  /** The lines are on disk when it returns. */
  @Override
  public void accept(List<RejectedLine> batch) throws IOException {
    StringBuilder text = new StringBuilder();
    for (RejectedLine line : batch) {
      text.append(JSON.writeValueAsString(line)).append('\n');
    }
    ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
    long before = out.size();
    try {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
      AtomicFile.forceNames(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      cut(before);
      throw IoErrors.notWritten(
          file,
          e,
          "The lines that were removed from the queue are in it, all others stay on the queue."
              + " Free space there, or name another --file, and run this again");
    }
  }

  /** Its last line is whole, and more lines may follow it. */
  private void cut(long bytes) {
    try {
      out.truncate(bytes);
    } catch (IOException e) {
      return; // it is no regular file, or its disk is broken
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
