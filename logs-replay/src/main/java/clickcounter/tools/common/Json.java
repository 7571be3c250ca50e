package clickcounter.tools.common;

import clickcounter.document.AdTotals;
import clickcounter.document.InvalidClicks;
import clickcounter.document.Ranking;
import clickcounter.event.EventKind;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints records as JSON: their components, in their order, are the fields. The records here are
 * those that several commands print. Programs depend on these names.
 */
public final class Json {
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .addMixIn(Trouble.Kind.class, Labelled.class)
          .addModule(
              new SimpleModule()
                  .addSerializer(LongRanges.class, new RangesSerializer())
                  // Jackson's own writes a file: URI.
                  .addSerializer(Path.class, ToStringSerializer.instance))
          .build()
          .writerWithDefaultPrettyPrinter();

  private Json() {}

  /** Prints one value and a newline; the stream stays open. */
  public static void print(PrintStream out, Object value) throws IOException {
    // As lines of text, so that the terminal's filter sees them.
    WRITER.writeValueAsString(value).lines().forEach(out::println);
    out.flush();
  }

  private interface Labelled {
    @JsonValue
    String label();
  }

  /** As {@code [{"from":17,"to":19}]}. */
  private static final class RangesSerializer extends JsonSerializer<LongRanges> {
    @Override
    public void serialize(LongRanges ids, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartArray();
      for (int i = 0; i < ids.rangeCount(); i++) {
        json.writePOJO(new RangeJson(ids.from(i), ids.to(i)));
      }
      json.writeEndArray();
    }
  }

  private record RangeJson(long from, long to) {}

  /** Files of the named directories that were not read. */
  public record PassedOverJson(int count, List<Path> first) {
    private static final int MAX_NAMED = 20;

    public static PassedOverJson of(ArchiveFiles files) {
      List<Path> all =
          Stream.concat(files.passedOver().stream(), files.unreadable().keySet().stream()).toList();
      return new PassedOverJson(all.size(), all.stream().limit(MAX_NAMED).toList());
    }
  }

  /** An ad's document. */
  public record AdJson(
      boolean found,
      String adId,
      String state,
      long budgetMicros,
      long costMicros,
      long spentMicros,
      long clicks,
      long impressions,
      @JsonInclude(JsonInclude.Include.NON_NULL) InvalidJson invalid,
      RankingJson ranking,
      long firstEventAt,
      long lastEventAt,
      SortedMap<String, LongRanges> unsettled,
      int siblings,
      int bytes,
      long writeNumber) {
    public static AdJson of(AdReading.Found ad) {
      AdTotals totals = ad.totals();
      return new AdJson(
          true,
          ad.adId(),
          totals.state().label(),
          totals.budgetMicros(),
          totals.costMicros(),
          totals.spentMicros(),
          totals.clicks(),
          totals.impressions(),
          InvalidJson.of(totals),
          RankingJson.of(totals.ranking()),
          totals.firstEventAtMs(),
          totals.lastEventAtMs(),
          new TreeMap<>(ad.unsettled()),
          ad.siblings().size(),
          ad.bytes(),
          ad.siblings().get(0).write().number());
    }
  }

  /** Clicks that are not charged; no field if there are none. {@code clicks} are the others. */
  private record InvalidJson(
      long grossClicks,
      SortedMap<String, Long> filtered,
      long invalidated,
      long invalidatedMicros) {
    static InvalidJson of(AdTotals totals) {
      InvalidClicks invalid = totals.invalid();
      SortedMap<String, Long> filtered = new TreeMap<>();
      for (EventKind kind : EventKind.FILTERED) {
        filtered.put(kind.filterClass(), invalid.filtered(kind));
      }
      return invalid.isNone()
          ? null
          : new InvalidJson(
              totals.grossClicks(), filtered, invalid.invalidated(), invalid.invalidatedMicros());
    }
  }

  private record RankingJson(double score, long day, long[] clicks, long[] impressions) {
    static RankingJson of(Ranking ranking) {
      return new RankingJson(
          ranking.score(), ranking.newestDay(), days(ranking::clicks), days(ranking::impressions));
    }

    private static long[] days(IntToLongFunction count) {
      return IntStream.range(0, Ranking.DAYS).mapToLong(count).toArray();
    }
  }

  /**
   * A counter's document.
   *
   * @param operatorsClose null if no operator has closed it or opened it again
   */
  public record CounterJson(
      boolean found,
      String counterId,
      long next,
      boolean closed,
      long lastEventAt,
      long missing,
      long writtenOff,
      List<GapJson> gaps,
      long unconfirmed,
      int siblings,
      int bytes,
      String blocked,
      @JsonInclude(JsonInclude.Include.NON_NULL) EndingJson operatorsClose) {
    public static CounterJson of(CounterReading counter) {
      return new CounterJson(
          true,
          counter.counterId(),
          counter.next(),
          counter.closed(),
          counter.lastEventAtMs(),
          counter.gaps().missing(),
          counter.gaps().writtenOff(),
          GapJson.of(counter.gaps().gaps()),
          counter.unconfirmed().size(),
          counter.siblings(),
          counter.bytes(),
          counter.blocked(),
          EndingJson.of(counter.gaps()));
    }
  }

  /**
   * An operator's close, or that it was revoked.
   *
   * @param last number that the service used, as the operator said
   * @param holds whether the counter is closed by it: it is not revoked, and no higher number came
   */
  private record EndingJson(
      long last, boolean holds, boolean reopened, String reason, long at, String eventId) {
    static EndingJson of(GapList gaps) {
      Ending ending = gaps.ending();
      if (ending == null) {
        return null;
      }
      WriteOff decision = ending.decision();
      return new EndingJson(
          ending.from() - 1,
          gaps.isEnded(),
          decision.reopened(),
          decision.reason(),
          decision.atMs(),
          decision.eventId());
    }
  }

  /** A gap; it is written off, or was reopened, or neither. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record GapJson(
      long from, long to, long since, DecisionJson writeOff, DecisionJson reopened) {
    public static List<GapJson> of(Collection<Gap> gaps) {
      return gaps.stream().map(GapJson::of).toList();
    }

    private static GapJson of(Gap gap) {
      DecisionJson decision = DecisionJson.of(gap.writeOff());
      return new GapJson(
          gap.from(),
          gap.to(),
          gap.sinceMs(),
          gap.isWrittenOff() ? decision : null,
          gap.isWrittenOff() ? null : decision);
    }
  }

  private record DecisionJson(String reason, long at, String eventId) {
    static DecisionJson of(WriteOff writeOff) {
      return writeOff == null
          ? null
          : new DecisionJson(writeOff.reason(), writeOff.atMs(), writeOff.eventId());
    }
  }
}
