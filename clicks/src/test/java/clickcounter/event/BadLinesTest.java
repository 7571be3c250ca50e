package clickcounter.event;

import static clickcounter.event.RejectReason.ILL_TYPED;
import static clickcounter.event.RejectReason.MISSING_FIELD;
import static clickcounter.event.RejectReason.NOT_JSON;
import static clickcounter.event.RejectReason.OUT_OF_RANGE;
import static clickcounter.event.RejectReason.TOO_LONG;
import static clickcounter.event.RejectReason.UNKNOWN_TYPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import clickcounter.testing.Lines;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each fault is reported with its reason and a description, and does not affect the lines beside
 * it.
 */
class BadLinesTest {
  private static final String GOOD =
      """
      {"eventId":"hostA-1:7","type":"impression","adId":"m1","timestamp":1383146743633}""";
  private static final Event SHOWN =
      new AdEvent("hostA-1", 7, EventKind.IMPRESSION, "m1", 1383146743633L, 0);

  static Stream<Arguments> faults() {
    return Stream.of(
        // Not a JSON object
        bad(NOT_JSON, "not JSON", "nonsense"),
        bad(NOT_JSON, "expected an object", "[" + GOOD + "]"),
        bad(NOT_JSON, "expected an object", "null"),
        bad(NOT_JSON, "expected an object", "\"{}\""),
        bad(NOT_JSON, "expected an object", "17"),
        bad(NOT_JSON, "found more", GOOD + GOOD),
        bad(NOT_JSON, "not JSON", GOOD + "}"),
        bad(NOT_JSON, "not JSON", GOOD.substring(0, GOOD.length() - 1)),
        bad(NOT_JSON, "not JSON", GOOD.substring(0, 30)),
        bad(NOT_JSON, "not JSON: its end is missing", "{"),
        bad(NOT_JSON, "not JSON", GOOD.replace("\"m1\"", "\"m\t1\"")),
        bad(NOT_JSON, "not JSON", GOOD.replace("\"m1\"", "\"\\x\"")),
        bad(NOT_JSON, "not JSON", GOOD.replace("\"m1\"", "'m1'")),
        bad(NOT_JSON, "not JSON", timestamp("01")),
        bad(NOT_JSON, "not JSON", timestamp("+1")),
        bad(NOT_JSON, "not JSON", timestamp("NaN")),
        bad(NOT_JSON, "not JSON", timestamp("0x10")),
        bad(NOT_JSON, "not JSON", with("\"deep\":" + "[".repeat(60) + "]".repeat(60))),
        // Missing fields
        bad(MISSING_FIELD, "eventId is missing", "{}"),
        bad(MISSING_FIELD, "eventId is missing", without("eventId")),
        bad(MISSING_FIELD, "type is missing", without("type")),
        bad(MISSING_FIELD, "adId is missing", without("adId")),
        bad(MISSING_FIELD, "timestamp is missing", without("timestamp")),
        bad(MISSING_FIELD, "costMicros is missing", GOOD.replace("impression", "click")),
        bad(MISSING_FIELD, "budgetMicros is missing", GOOD.replace("impression", "budget")),
        bad(MISSING_FIELD, "counterId is missing", GOOD.replace("impression", "writeOff")),
        bad(MISSING_FIELD, "reason is missing", writeOff("3", "4", null)),
        bad(MISSING_FIELD, "eventId is missing", GOOD.replace("eventId", "EventId")),
        // Wrong types
        bad(ILL_TYPED, "eventId: expected a string", GOOD.replace("\"hostA-1:7\"", "7")),
        bad(ILL_TYPED, "type: expected a string", GOOD.replace("\"impression\"", "null")),
        bad(
            ILL_TYPED,
            "adId: expected a string, found a whole number",
            GOOD.replace("\"m1\"", "1")),
        bad(ILL_TYPED, "adId: expected a string", GOOD.replace("\"m1\"", "null")),
        bad(ILL_TYPED, "adId: expected a string", GOOD.replace("\"m1\"", "{\"adId\":\"m1\"}")),
        bad(ILL_TYPED, "timestamp: expected a whole number", timestamp("\"1383146743633\"")),
        bad(ILL_TYPED, "timestamp: expected a whole number", timestamp("1383146743633.0")),
        bad(ILL_TYPED, "timestamp: expected a whole number", timestamp("1e12")),
        bad(ILL_TYPED, "timestamp: expected a whole number, found null", timestamp("null")),
        bad(ILL_TYPED, "timestamp: expected a whole number", timestamp("true")),
        bad(ILL_TYPED, "timestamp: expected a whole number", timestamp("[1383146743633]")),
        bad(ILL_TYPED, "costMicros: expected a whole number", click("0.12")),
        bad(ILL_TYPED, "costMicros: expected a whole number", click("null")),
        bad(ILL_TYPED, "from: expected a whole number", writeOff("\"3\"", "4", "\"r\"")),
        // Ambiguous events
        bad(ILL_TYPED, "eventId: expected one value", with("\"eventId\":\"hostA-1:8\"")),
        bad(ILL_TYPED, "type: expected one value", with("\"type\":\"impression\"")),
        bad(ILL_TYPED, "adId: expected one value", with("\"adId\":\"m2\"")),
        bad(ILL_TYPED, "timestamp: expected one value", with("\"timestamp\":1")),
        bad(ILL_TYPED, "costMicros: expected one value", click("1,\"costMicros\":2")),
        // Beyond the limits
        bad(OUT_OF_RANGE, "expected 'counterId:sequence'", eventId("hostA-1")),
        bad(OUT_OF_RANGE, "expected 'counterId:sequence'", eventId("")),
        bad(OUT_OF_RANGE, "expected 1 to 100 characters, found 0", eventId(":7")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:-1")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:+1")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1: 1")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:07")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:1a")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:٣")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:9007199254740992")),
        bad(OUT_OF_RANGE, "expected a sequence", eventId("hostA-1:" + "9".repeat(1000))),
        bad(OUT_OF_RANGE, "found ':'", eventId("host:A-1:7")),
        bad(OUT_OF_RANGE, "found ' '", eventId("host A:7")),
        bad(OUT_OF_RANGE, "found '/'", eventId("../etc:7")),
        bad(OUT_OF_RANGE, "found 'ö'", eventId("höst:7")),
        bad(OUT_OF_RANGE, "adId: empty", GOOD.replace("\"m1\"", "\"\"")),
        bad(OUT_OF_RANGE, "half of a surrogate", GOOD.replace("\"m1\"", "\"m\\ud83d\"")),
        bad(OUT_OF_RANGE, "half of a surrogate", GOOD.replace("\"m1\"", "\"\\ude00m\"")),
        bad(OUT_OF_RANGE, "timestamp: expected 0 to", timestamp("-1")),
        bad(OUT_OF_RANGE, "timestamp: expected 0 to", timestamp("253402300800000")),
        bad(OUT_OF_RANGE, "timestamp: 9223372036854775808", timestamp("9223372036854775808")),
        bad(OUT_OF_RANGE, "does not fit 64 bits", timestamp("-9223372036854775809")),
        bad(OUT_OF_RANGE, "does not fit 64 bits", timestamp("9".repeat(20))),
        bad(OUT_OF_RANGE, "does not fit 64 bits", timestamp("9".repeat(5000))),
        bad(OUT_OF_RANGE, "costMicros: expected 0 to", click("-1")),
        bad(
            OUT_OF_RANGE,
            "costMicros: expected 0 to 1000000000000 (at most 1000000 units of the currency), got"
                + " 5000000500000 (5000000.5 units)",
            click("5000000500000")),
        bad(OUT_OF_RANGE, "got 1000000000001 (1000000.000001 units)", click("1000000000001")),
        bad(OUT_OF_RANGE, "(at most 1000000000 units of", budget("1000000000000001")),
        bad(OUT_OF_RANGE, "budgetMicros: expected -1", budget("-1000000000000001")),
        bad(OUT_OF_RANGE, "to: expected 4 to", writeOff("4", "3", "\"r\"")),
        bad(OUT_OF_RANGE, "from: expected 0 to", writeOff("-1", "3", "\"r\"")),
        bad(OUT_OF_RANGE, "reason", writeOff("3", "4", "\" \"")),
        // Too long
        bad(TOO_LONG, "counter id of 101", eventId("h".repeat(101) + ":7")),
        bad(TOO_LONG, "adId: 129 characters", GOOD.replace("m1", "m".repeat(129))),
        bad(TOO_LONG, "reason: 501", writeOff("3", "4", '"' + "r".repeat(501) + '"')),
        bad(TOO_LONG, "a line of 69", with("\"x\":\"" + "x".repeat(69_910) + '"')),
        // Unknown here, but possible in a later version
        bad(UNKNOWN_TYPE, "type 'conversion'", GOOD.replace("impression", "conversion")),
        bad(UNKNOWN_TYPE, "type 'Click'", GOOD.replace("impression", "Click")),
        bad(UNKNOWN_TYPE, "type ''", GOOD.replace("impression", "")));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aFaultIsNamedAndSpoilsNoNeighbour(RejectReason reason, String detail, String line) {
    assertRejected(Lines.of(line).all(), 0, reason, detail, line);

    List<Object> between = Lines.of(GOOD + "\n" + line + "\n" + GOOD).all();
    assertThat(between).hasSize(3);
    assertThat(between.get(0)).isEqualTo(SHOWN);
    assertRejected(between, 1, reason, detail, line);
    assertThat(between.get(2)).isEqualTo(SHOWN);
  }

  private static void assertRejected(
      List<Object> found, int index, RejectReason reason, String detail, String line) {
    assertThat(found.get(index)).isInstanceOf(Rejected.class);
    Rejected rejected = (Rejected) found.get(index);
    assertThat(rejected.reason()).as(rejected.detail()).isEqualTo(reason);
    assertThat(rejected.detail())
        .contains(detail)
        .hasSizeLessThan(500)
        .as("no words of Jackson")
        .doesNotContain("JSON String", "VALUE_", "START_", "StreamRead", " for ");
    assertThat(rejected.line()).isEqualTo(line);
  }

  private static Arguments bad(RejectReason reason, String detail, String line) {
    return arguments(reason, detail, line);
  }

  private static String eventId(String id) {
    return GOOD.replace("hostA-1:7", id);
  }

  private static String timestamp(String value) {
    return GOOD.replace("1383146743633", value);
  }

  private static String with(String field) {
    return GOOD.replace("}", "," + field + "}");
  }

  private static String without(String name) {
    return GOOD.replace('"' + name + '"', "\"other\"");
  }

  private static String click(String costMicros) {
    return with("\"costMicros\":" + costMicros).replace("impression", "click");
  }

  private static String budget(String budgetMicros) {
    return with("\"budgetMicros\":" + budgetMicros).replace("impression", "budget");
  }

  private static String writeOff(String from, String to, String reason) {
    String fields = "\"counterId\":\"hostB-1\",\"from\":" + from + ",\"to\":" + to;
    return with(reason == null ? fields : fields + ",\"reason\":" + reason)
        .replace("impression", "writeOff");
  }
}
