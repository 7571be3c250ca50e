package clickcounter.tools.common;

import clickcounter.event.OneLine;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.List;

/** Prints CSV. A row is one line: what others wrote is {@link OneLine}; JSON has the exact text. */
public final class Csv {
  private Csv() {}

  public static void print(List<List<String>> rows, PrintStream out) throws IOException {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      rows.forEach(row -> csv.writeRecord(row.stream().map(OneLine::of).toList()));
    }
    text.toString().lines().forEach(out::println);
    out.flush();
  }
}
