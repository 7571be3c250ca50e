package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Lines;
import clickcounter.testing.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words beside an impression or a click are checked where its event is, and change nothing. */
class DimensionsTest {
  private static final AdEvent CLICK =
      new AdEvent("hostA-1", 15, EventKind.CLICK, "m123456", 1383146743512L, 120000);
  private static final Dimensions DIMS =
      Dimensions.of(Map.of("placement", "top", "country", "NL", "device", "phone"));

  private static Visitor read(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    CanonicalLine fast = new CanonicalLine();
    assertThat(fast.read(bytes, 0, bytes.length)).as("the fast way: %s", line).isTrue();
    return fast.visitor();
  }

  @Test
  void theyAreWrittenInTheOrderOfTheirNames() {
    assertThat(DIMS).hasToString("{\"country\":\"NL\",\"device\":\"phone\",\"placement\":\"top\"}");
    assertThat(EventWriter.toLine(CLICK, Visitor.UNKNOWN.with(DIMS)))
        .isEqualTo(
            """
            {"eventId":"hostA-1:15","type":"click","adId":"m123456","timestamp":1383146743512,"costMicros":120000,"dims":{"country":"NL","device":"phone","placement":"top"}}""");
    assertThat(Dimensions.of(Map.of())).isEqualTo(Dimensions.NONE).hasToString("");
  }

  @Test
  void anyWordsAreReadBackBothWaysAndChangeNothing() {
    Seeded.runs(
        500,
        random -> {
          Visitor visitor = new Visitor(random.nextBoolean() ? "v" : null, null).with(any(random));
          String line = EventWriter.toLine(CLICK, visitor);
          assertThat(read(line)).isEqualTo(visitor);
          assertThat(VisitorReader.read(line)).isEqualTo(visitor);
          assertThat(Lines.of(line).all()).containsExactly(CLICK);
        });
  }

  private static Dimensions any(Random random) {
    Map<String, String> values = new TreeMap<>();
    for (int i = random.nextInt(Dimensions.MOST + 1); i > 0; i--) {
      values.put(text(random, "az09_", 3), text(random, "aZ9._-:/+", Dimensions.MAX_VALUE_CHARS));
    }
    return Dimensions.of(values);
  }

  private static String text(Random random, String letters, int mostChars) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(mostChars); i >= 0; i--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  /** The fast way reads none of these as written, and never another way than the slow one. */
  @Test
  void inAnyOtherFormTheyAreTheSame() {
    String line = EventWriter.toLine(CLICK, Visitor.UNKNOWN.with(DIMS));
    for (String form :
        List.of(
            "{\"device\":\"phone\",\"country\":\"NL\",\"placement\":\"top\"}",
            "{ \"country\":\"NL\", \"device\":\"phone\",\"placement\":\"top\" }",
            "{\"country\":\"\\u004eL\",\"device\":\"phone\",\"placement\":\"top\"}")) {
      String other = line.replace(DIMS.toString(), form);
      assertThat(Lines.of(other).all()).as(other).containsExactly(CLICK);
      assertThat(VisitorReader.read(other).dims()).isEqualTo(DIMS);
    }
    String none = line.replace(DIMS.toString(), "{}");
    assertThat(Lines.of(none).all()).containsExactly(CLICK);
    assertThat(VisitorReader.read(none)).isEqualTo(Visitor.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          7                               | dims: expected an object, found a whole number
          ["NL"]                          | dims: expected an object, found a list
          {"country":7}                   | dims.country: expected a string, found a whole number
          {"country":{"is":"NL"}}         | dims.country: expected a string, found an object
          {"country":"NL","country":"DE"} | dims.country: expected one value, found two
          {"country":""}                  | dims.country: expected 1 to 64 letters, digits, '.', '_', '-', ':', '/' and '+', found ''
          {"country":"(none)"}            | dims.country: expected 1 to 64 letters, digits, '.', '_', '-', ':', '/' and '+', found '(none)'
          {"Country":"NL"}                | name of a dimension: expected 1 to 32 small letters, digits and '_', found 'Country'
          {"a":"1","b":"1","c":"1","d":"1","e":"1","f":"1","g":"1","h":"1","i":"1"} | dims: expected at most 8 values, found 9
          """)
  void whatTheyCannotBeIsNamedAndItsClickRejected(String dims, String fault) {
    String line = EventWriter.toLine(CLICK, Visitor.UNKNOWN.with(DIMS));
    String bad = line.replace(DIMS.toString(), dims);
    assertThat(Lines.of(bad).rejected())
        .singleElement()
        .satisfies(rejected -> assertThat(rejected.detail()).isEqualTo(fault));
    String budget =
        "{\"eventId\":\"a:1\",\"type\":\"budget\",\"adId\":\"m\",\"timestamp\":1,\"budgetMicros\":1,\"dims\":%s}";
    assertThat(Lines.of(budget.formatted(dims)).events()).as("a budget has none").hasSize(1);
  }

  @Test
  void aServiceCannotWriteOthers() {
    assertThatThrownBy(() -> Dimensions.of(Map.of("country", "x".repeat(65))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("dims.country: expected 1 to 64 letters");
  }

  @Test
  void noPartOfALineWithThemIsAnEvent() {
    String line = EventWriter.toLine(CLICK, Visitor.UNKNOWN.with(DIMS));
    for (int end = 1; end < line.length(); end++) {
      assertThat(Lines.of(line.substring(0, end)).events()).isEmpty();
    }
  }
}
