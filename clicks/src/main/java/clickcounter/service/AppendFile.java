package clickcounter.service;

import java.io.Closeable;
import java.io.IOException;

/** A file that is only appended to. A failed append can be cut off again. */
public interface AppendFile extends Closeable {
  /** Appends these bytes. When it throws, the file may contain any number of them. */
  void append(byte[] bytes) throws IOException;

  /** Cuts the file to this length. The next append starts there. */
  void truncate(long lengthBytes) throws IOException;

  /**
   * Returns when everything appended survives a loss of power, as far as the device keeps its
   * promise.
   */
  void force() throws IOException;
}
