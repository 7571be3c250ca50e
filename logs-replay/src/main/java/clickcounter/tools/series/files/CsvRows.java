package clickcounter.tools.series.files;

import clickcounter.cli.NoVerdict;
import clickcounter.hours.HourCounts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.Compression;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;

/**
 * Reads the rows of a file of a day.
 *
 * <p>Whatever is wrong with the file is a {@link NoVerdict} that names it and what to do.
 */
final class CsvRows implements Closeable {
  private final Path path;
  private final int columns;
  private final CsvReader<CsvRecord> reader;
  private final Iterator<CsvRecord> rows;
  private CsvRecord row;

  private CsvRows(Path path, long offset, int columns) {
    this.path = path;
    this.columns = columns;
    try {
      reader = open(path, offset);
    } catch (IOException | IllegalArgumentException e) {
      throw damaged(e); // The index may say that a member begins at a negative byte.
    }
    rows = reader.iterator();
  }

  private static CsvReader<CsvRecord> open(Path path, long offset) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      InputStream bytes = Compression.unpacked(Channels.newInputStream(file.position(offset)));
      return CsvReader.builder().ofCsvRecord(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The rows of a file, whose header has to be this one. */
  static CsvRows of(Path path, List<String> header) {
    CsvRows rows = new CsvRows(path, 0, header.size());
    if (!rows.next() || !rows.row.getFields().equals(header)) {
      rows.close();
      throw rows.damaged("expected the header " + String.join(",", header));
    }
    return rows;
  }

  /** The rows from a gzip member on. */
  static CsvRows from(Path path, long offset, List<String> header) {
    return new CsvRows(path, offset, header.size());
  }

  /** Goes to the next row. Returns false at the end. */
  boolean next() {
    try {
      row = rows.hasNext() ? rows.next() : null;
    } catch (UncheckedIOException | CsvParseException e) {
      throw damaged(e);
    }
    if (row != null && row.getFieldCount() != columns) {
      throw damaged("expected " + columns + " fields, found " + row.getFields());
    }
    return row != null;
  }

  String text(int column) {
    return row.getField(column);
  }

  long number(int column) {
    try {
      return Long.parseLong(text(column));
    } catch (NumberFormatException e) {
      throw damaged(e);
    }
  }

  /** The slot in which the hour in this column begins. */
  long slot(int column, HourNames names) {
    try {
      return names.slot(text(column));
    } catch (IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  /** The ids in this column. */
  LongRanges ids(int column) {
    try {
      return LongRanges.parse(text(column));
    } catch (IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  /** The counts in the last four columns. */
  HourCounts counts() {
    try {
      return new HourCounts(
          number(columns - 4), number(columns - 3), number(columns - 2), number(columns - 1));
    } catch (IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  private NoVerdict damaged(Exception e) {
    Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
    return damaged(cause.toString());
  }

  private NoVerdict damaged(String why) {
    return new NoVerdict(
        path
            + (row == null ? "" : ", line " + row.getStartingLineNumber())
            + ": "
            + why
            + ". Delete "
            + path.getParent()
            + ", and make the day again: clicks series build");
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
