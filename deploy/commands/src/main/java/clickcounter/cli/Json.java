package clickcounter.cli;

import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
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
import java.util.function.Function;

/**
 * Prints objects as JSON: {@link Fields}, or records, whose components are the fields in their
 * order. Programs depend on the names.
 */
public final class Json {
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
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

    /** Adds what an operator decided. */
    public Fields with(WriteOff decision) {
      return with("reason", decision.reason())
          .with("at", decision.atMs())
          .with("eventId", decision.eventId());
    }

    public Fields withAny(String name, Object value) {
      return value == null ? this : with(name, value);
    }
  }

  public static <T> List<Fields> list(Collection<T> values, Function<? super T, Fields> of) {
    return values.stream().map(of).toList();
  }
}
