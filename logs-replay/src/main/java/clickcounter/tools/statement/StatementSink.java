package clickcounter.tools.statement;

import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.series.files.ArchivedCounter;
import clickcounter.tools.series.files.CountedLines;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** Adds up an ad's counted events that one thread reads, by day, and keeps its verdicts. */
final class StatementSink implements ArchivedLineSink {
  private final CountedLines counted;
  private final SeriesRange range;
  private final int wanted;
  private final ByteNames adNames = new ByteNames();

  /** By the beginning of the day. */
  private final TreeMap<Long, EventSums> days = new TreeMap<>();

  private final List<Correction> corrections = new ArrayList<>();

  StatementSink(Function<String, ArchivedCounter> counters, String adId, SeriesRange range) {
    counted = new CountedLines(counters);
    this.range = range;
    byte[] name = adId.getBytes(StandardCharsets.UTF_8);
    this.wanted = adNames.indexOf(name, 0, name.length);
    range.periods().forEach(day -> days.put(day.fromMs(), new EventSums()));
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    if (counted.isFirst(event) && isWanted(event)) {
      days.floorEntry(event.timestampMs()).getValue().add(event.kind(), event.amountMicros());
      if (event.isVerdict()) {
        corrections.add(correction(event));
      }
    }
  }

  private boolean isWanted(EventLine event) {
    EventKind kind = event.kind();
    long timeMs = event.timestampMs();
    return kind != null
        && kind != EventKind.BUDGET
        && timeMs >= range.fromMs()
        && timeMs < range.toMs()
        && event.ad(adNames) == wanted;
  }

  private static Correction correction(EventLine event) {
    Judgement judgement = event.judgement();
    return new Correction(
        event.eventId(),
        event.kind(),
        judgement.clickId(),
        event.timestampMs(),
        event.amountMicros(),
        judgement.reason());
  }

  EventSums of(Period day) {
    return days.get(day.fromMs());
  }

  List<Correction> corrections() {
    return corrections;
  }
}
