package clickcounter.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.testing.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LongRangesTextTest {
  @Test
  void theTextGivesDistances() {
    LongRanges ids = LongRanges.ofRange(15, 20);
    ids.add(23);
    assertThat(ids).hasToString("15+5,3");
  }

  @Test
  void theTextIsAppendedToWhatIsThere() {
    RangeText text = new RangeText();
    text.range(3, 4);
    text.append('i');
    LongRanges.of(5, 7).appendTo(text);
    assertThat(text).hasToString("3+1i,1,2");
    text.clear();
    LongRanges.of(0, 2).appendTo(text);
    assertThat(text).hasToString("0,2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0+1",
        "0,2",
        "7",
        "15+5,3",
        "9007199254740992+9007199254740992,2",
        "0+9223372036854775807",
        "9223372036854775807",
        "9223372036854775805,2",
      })
  void canonicalTextComesBack(String text) {
    assertThat(LongRanges.parse(text)).hasToString(text);
  }

  @ParameterizedTest(name = "''{0}''")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "','|0|a number",
        "'-1'|0|a number",
        "' 1'|0|a number",
        "'+1'|0|a number",
        "'x'|0|a number",
        "'٣'|0|a number",
        "'1,'|2|a number",
        "'1,,2'|2|a number",
        "'1+'|2|a number",
        "'1+,2'|2|a number",
        "'1++2'|2|a number",
        "'1,-2'|2|a number",
        "'1 '|1|','",
        "'1-3'|1|','",
        "'1+2+3'|3|','",
        "'00'|0|a number from 0 to 9223372036854775807",
        "'01'|0|a number from 0 to 9223372036854775807",
        "'1+01'|2|a number from 1 to 9223372036854775806",
        "'1,02'|2|a number from 2 to 9223372036854775806",
        "'1+0'|2|a number from 1 to 9223372036854775806",
        "'1,0'|2|a number from 2 to 9223372036854775806",
        "'1,1'|2|a number from 2 to 9223372036854775806",
        "'1+4,1'|4|a number from 2 to 9223372036854775802",
        "'9223372036854775808'|18|a number of 64 bits",
        "'99999999999999999999999'|18|a number of 64 bits",
        "'18446744073709551617'|19|a number of 64 bits",
        "'1+9223372036854775807'|2|a number from 1 to 9223372036854775806",
        "'1+1,9223372036854775806'|4|a number from 2 to 9223372036854775805",
        "'9223372036854775807,2'|20|a number from 2 to 0",
      })
  void otherTextIsRefusedByPosition(String quoted, int position, String expected) {
    String text = quoted.substring(1, quoted.length() - 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRanges.parse(text))
        .withMessage("ids '%s': expected %s at character %d", text, expected, position);
  }

  @Test
  void oneSetHasOneText() {
    Seeded.runs(10_000, random -> assertRefusedOrCanonical(randomText(random)));
  }

  private static void assertRefusedOrCanonical(String text) {
    LongRanges ids;
    try {
      ids = LongRanges.parse(text);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("'" + text + "'");
      return;
    }
    assertThat(ids).hasToString(text);
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(10); i > 0; i--) {
      text.append("0123456789+,+,x".charAt(random.nextInt(15)));
    }
    return text.toString();
  }
}
