package clickcounter.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Lines;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineTextTest {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private static String impression(String id, String adId) {
    return "{\"eventId\":\"%s\",\"type\":\"impression\",\"adId\":\"%s\",\"timestamp\":1}"
        .formatted(id, adId);
  }

  private static final String GOOD = impression("h:0", "a");

  private static String decoded(byte[] bytes) {
    return LineText.decode(bytes, 0, bytes.length);
  }

  private static Rejected onlyRejected(String text) {
    assertThat(Lines.of(text).all()).hasSize(1);
    return Lines.of(text).rejected().get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "caf\u00e9", "\ud83d\ude00", "a\ufffdb", "a\u0000b\n\u20ac"})
  void wellFormedTextIsDecodedAsItIs(String text) {
    assertThat(decoded(text.getBytes(UTF_8))).isEqualTo(text);
  }

  @Test
  void linesWithDifferentBytesHaveDifferentTextsAndAreNotText() {
    String one = decoded(impression("h:0", "caf\u00e9").getBytes(ISO_8859_1));
    String two = decoded(impression("h:0", "caf\u00e8").getBytes(ISO_8859_1));

    assertThat(one).isNotEqualTo(two);
    Rejected rejected = onlyRejected(one);
    assertThat(rejected.reason()).isEqualTo(RejectReason.NOT_TEXT);
    assertThat(rejected.line()).contains("\"caf\\xe9\"");
    assertThat(rejected.detail()).contains("the byte e9 at character 49", "iconv");
    assertThat(rejected.detail()).doesNotContain("h:0");
  }

  /** A field that is ignored, too: a line has one rule, whoever reads it. */
  @Test
  void bytesThatAreNotUtf8AreRejectedInEveryField() {
    for (String bad :
        List.of("\u00c0\u0080", "\u00c1\u00a1", "\u00ed\u00a0\u0080", "\u00f8", "\u00e2\u0082")) {
      String line = GOOD.replace("}", ",\"agent\":\"" + bad + "\"}");
      Rejected rejected = onlyRejected(decoded(line.getBytes(ISO_8859_1)));
      assertThat(rejected.reason()).isEqualTo(RejectReason.NOT_TEXT);
    }
  }

  @Test
  void backslashBeforeABadByteMakesNoEvent() {
    byte[] line = impression("h:0", "caf\\\u00e9").getBytes(ISO_8859_1);
    assertThat(onlyRejected(decoded(line)).reason()).isEqualTo(RejectReason.NOT_TEXT);
  }

  @Test
  void badLineSpoilsNoOther() {
    byte[] bytes = (GOOD + "\n\u00e9\n" + GOOD).getBytes(ISO_8859_1);
    Lines lines = Lines.of(decoded(bytes));
    assertThat(lines.events()).hasSize(2);
    assertThat(lines.rejected()).hasSize(1);
  }

  @Test
  void utf16IsNamed() {
    for (byte[] bytes :
        List.of(
            GOOD.getBytes(UTF_16LE),
            GOOD.getBytes(UTF_16),
            (BYTE_ORDER_MARK + GOOD).getBytes(UTF_16LE))) {
      Rejected rejected = onlyRejected(decoded(bytes));
      assertThat(rejected.reason()).isEqualTo(RejectReason.NOT_TEXT);
      assertThat(rejected.detail()).contains("UTF-16");
    }
    assertThat(Lines.of(decoded(inUtf16(GOOD + "\r\n" + GOOD + "\r\n"))).rejected())
        .hasSize(2)
        .allMatch(line -> line.detail().contains("UTF-16"));
  }

  private static byte[] inUtf16(String text) {
    return (BYTE_ORDER_MARK + text).getBytes(Charset.forName("UTF-16LE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\ufeff", "\u0000", "\u0000\u0000\u0000\ufeff", "\ufeff\u0000", "\ufeff \u0000"})
  void byteOrderMarksAndHolesAreNoPartOfALine(String before) {
    assertThat(Lines.of(before + GOOD).all()).isEqualTo(Lines.of(GOOD).all());
    assertThat(Lines.of(GOOD + "\n" + before + GOOD).events()).hasSize(2);
    assertThat(Lines.of(before).all()).isEmpty();
    assertThat(onlyRejected(before.stripTrailing() + "bad").line()).endsWith("bad");
  }

  @Test
  void holesInTheMiddleAreDamage() {
    assertThat(onlyRejected(GOOD.replace("\"a\"", "\"a\u0000\"")).reason())
        .isEqualTo(RejectReason.NOT_JSON);
  }

  @Test
  void wholeEventsInABadLineAreNamed() {
    String half = impression("h:1", "torn").substring(0, 40);
    String other = impression("h:2", "b");
    assertThat(onlyRejected(half + GOOD).detail()).contains("whole but not counted, event h:0:");
    assertThat(onlyRejected(GOOD + half).detail()).contains("event h:0:");
    assertThat(onlyRejected(GOOD + other).detail()).contains("event h:0, h:2:");
    assertThat(onlyRejected(half + GOOD + half + "\u0000" + other).detail())
        .contains("event h:0, h:2:");
    assertThat(onlyRejected(GOOD + "\udce9" + half).detail()).contains("event h:0:");
    assertThat(onlyRejected("x".repeat(70_000) + GOOD).detail())
        .contains("a line of ", "event h:0:");
    assertThat(onlyRejected((GOOD + other).repeat(20)).detail()).contains("h:2, and more:");
  }

  @Test
  void faultOfTheEventItselfNamesNoOther() {
    assertThat(onlyRejected(GOOD.replace("timestamp", "time")).detail()).doesNotContain("stands");
    assertThat(onlyRejected(GOOD.substring(0, 40)).detail()).doesNotContain("stands");
    Lines ahead = new Lines();
    new EventParser().parse(GOOD, new ClockLimit(0, -10, 1), ahead);
    assertThat(ahead.rejected().get(0).detail()).doesNotContain("stands");
  }
}
