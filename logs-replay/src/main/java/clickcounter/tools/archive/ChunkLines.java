package clickcounter.tools.archive;

/** Hands the lines of a chunk to a sink, and reports those that are no events. */
final class ChunkLines {
  private final EventLine line = new EventLine();
  private final Troubles troubles;

  ChunkLines(Troubles troubles) {
    this.troubles = troubles;
  }

  /** The number of event lines in the chunk. */
  long feed(Chunk chunk, LineSink sink) {
    byte[] bytes = chunk.bytes();
    long number = chunk.firstLine();
    long events = 0;
    int from = 0;
    while (from < chunk.length()) {
      int to = from;
      while (to < chunk.length() && bytes[to] != '\n') {
        to++;
      }
      if (line.read(bytes, from, to)) {
        sink.line(line, bytes, from, to, chunk.file(), number);
        events++;
      } else if (line.rejected() != null) {
        boolean unfinished = to == chunk.length() && chunk.endsUnfinished();
        report(chunk, number, unfinished);
      }
      from = to + 1;
      number++;
    }
    sink.endOfChunk();
    return events;
  }

  private void report(Chunk chunk, long number, boolean unfinished) {
    String detail =
        unfinished
            ? "the file ends in the middle of it; if it is still being written, read it again later"
            : line.rejected().reason().label() + ": " + line.rejected().detail();
    troubles.add(
        new Trouble(
            chunk.file(),
            number,
            unfinished ? Trouble.Kind.HALF_LINE : Trouble.Kind.BAD_LINE,
            detail));
  }
}
