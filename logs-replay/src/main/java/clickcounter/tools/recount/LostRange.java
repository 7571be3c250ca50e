package clickcounter.tools.recount;

import clickcounter.tools.documents.AcceptedLosses;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Events of a counter whose loss an operator accepts.
 *
 * @param to the last one
 */
record LostRange(String counterId, long from, long to) {
  AcceptedLosses.Loss loss(String reason, long nowMs) {
    return new AcceptedLosses.Loss(counterId, from, to, reason, nowMs);
  }

  /** Reads {@code COUNTER:5-9}, {@code COUNTER:5..9} or {@code COUNTER:7}. */
  static final class Converter implements ITypeConverter<LostRange> {
    private static final Pattern RANGE =
        Pattern.compile("(.+):(\\d{1,15})((-|\\.\\.)(\\d{1,15}))?");

    @Override
    public LostRange convert(String text) {
      Matcher matcher = RANGE.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "expected a counter and its lost events, such as hostA-20260601_000000-k3f9xq:17-19, got '"
                + text
                + "'");
      }
      long from = Long.parseLong(matcher.group(2));
      long to = matcher.group(5) == null ? from : Long.parseLong(matcher.group(5));
      return new LostRange(matcher.group(1), from, to);
    }
  }
}
