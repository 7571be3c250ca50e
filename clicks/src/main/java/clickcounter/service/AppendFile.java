package clickcounter.service;

import java.io.Closeable;
import java.io.IOException;

/** A file that only grows, except that a failed growth can be cut off again. */
public interface AppendFile extends Closeable {
  /** Appends all of these bytes; when it throws, any number of them may be in the file. */
  void append(byte[] bytes) throws IOException;

  /** Cuts off what is beyond this length; the next append goes there. */
  void truncate(long lengthBytes) throws IOException;

  /** Returns when what was appended survives a loss of power, as far as the device is honest. */
  void force() throws IOException;
}
