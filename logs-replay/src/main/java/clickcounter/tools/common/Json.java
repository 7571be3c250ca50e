package clickcounter.tools.common;

import clickcounter.document.AdTotals;
import clickcounter.document.InvalidClicks;
import clickcounter.document.Ranking;
import clickcounter.event.EventKind;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints objects as JSON: {@link Fields}, or records, whose components are the fields in their
 * order. Here are the objects that several commands print. Programs depend on the names.
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

  /** Begins an object. */
  public static Fields object() {
    return new Fields();
  }

  /** An object, field by field. Programs depend on the names and their order. */
  public static final class Fields {
    @JsonValue private final Map<String, Object> fields = new LinkedHashMap<>();

    private Fields() {}

    public Fields with(String name, Object value) {
      fields.put(name, value);
      return this;
    }

    private Fields with(WriteOff decision) {
      return with("reason", decision.reason())
          .with("at", decision.atMs())
          .with("eventId", decision.eventId());
    }

    /** Adds the field unless the value is null. */
    public Fields withAny(String name, Object value) {
      return value == null ? this : with(name, value);
    }
  }

  /** As a list of {@code of} each. */
  public static <T> List<Fields> list(Collection<T> values, Function<? super T, Fields> of) {
    return values.stream().map(of).toList();
  }

  /** An ad's document. */
  public static Fields ad(AdReading.Found ad) {
    AdTotals totals = ad.totals();
    return object()
        .with("found", true)
        .with("adId", ad.adId())
        .with("state", totals.state().label())
        .with("budgetMicros", totals.budgetMicros())
        .with("costMicros", totals.costMicros())
        .with("spentMicros", totals.spentMicros())
        .with("clicks", totals.clicks())
        .with("impressions", totals.impressions())
        .withAny("invalid", totals.invalid().isNone() ? null : invalid(totals))
        .with("ranking", ranking(totals.ranking()))
        .with("firstEventAt", totals.firstEventAtMs())
        .with("lastEventAt", totals.lastEventAtMs())
        .with("unsettled", new TreeMap<>(ad.unsettled()))
        .with("siblings", ad.siblings().size())
        .with("bytes", ad.bytes())
        .with("writeNumber", ad.siblings().get(0).write().number());
  }

  /** Clicks that are not charged; {@code clicks} of the ad are the others. */
  private static Fields invalid(AdTotals totals) {
    InvalidClicks invalid = totals.invalid();
    SortedMap<String, Long> filtered = new TreeMap<>();
    for (EventKind kind : EventKind.FILTERED) {
      filtered.put(kind.filterClass(), invalid.filtered(kind));
    }
    return object()
        .with("grossClicks", totals.grossClicks())
        .with("filtered", filtered)
        .with("invalidated", invalid.invalidated())
        .with("invalidatedMicros", invalid.invalidatedMicros());
  }

  private static Fields ranking(Ranking ranking) {
    return object()
        .with("score", ranking.score())
        .with("day", ranking.newestDay())
        .with("clicks", IntStream.range(0, Ranking.DAYS).mapToLong(ranking::clicks).toArray())
        .with(
            "impressions",
            IntStream.range(0, Ranking.DAYS).mapToLong(ranking::impressions).toArray());
  }

  /** A counter's document. */
  public static Fields counter(CounterReading counter) {
    Ending ending = counter.gaps().ending();
    return object()
        .with("found", true)
        .with("counterId", counter.counterId())
        .with("next", counter.next())
        .with("closed", counter.closed())
        .with("lastEventAt", counter.lastEventAtMs())
        .with("missing", counter.gaps().missing())
        .with("writtenOff", counter.gaps().writtenOff())
        .with("gaps", list(counter.gaps().gaps(), Json::gap))
        .with("unconfirmed", counter.unconfirmed().size())
        .with("siblings", counter.siblings())
        .with("bytes", counter.bytes())
        .with("blocked", counter.blocked())
        .withAny(
            "operatorsClose", ending == null ? null : ending(ending, counter.gaps().isEnded()));
  }

  /**
   * An operator's close, or that it was revoked.
   *
   * @param holds whether the counter is closed by it: it is not revoked, and no higher number came
   */
  private static Fields ending(Ending ending, boolean holds) {
    WriteOff decision = ending.decision();
    return object()
        .with("last", ending.from() - 1)
        .with("holds", holds)
        .with("reopened", decision.reopened())
        .with(decision);
  }

  /** A gap; it is written off, or was reopened, or neither. */
  public static Fields gap(Gap gap) {
    Fields json =
        object().with("from", gap.from()).with("to", gap.to()).with("since", gap.sinceMs());
    WriteOff decision = gap.writeOff();
    return decision == null
        ? json
        : json.with(gap.isWrittenOff() ? "writeOff" : "reopened", object().with(decision));
  }
}
