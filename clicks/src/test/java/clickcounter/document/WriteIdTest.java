package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteIdTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "3k9f0x2m.1q7",
        "3k9f0x2m.0",
        "3k9f0x2m.1y2p0ij32e8e7",
        "3k9f0x2m.1y2p0ij32e8e8",
        "3k9f0x2m.zzzzzzzzzzzzzzz",
        "3k9f0x2m.01",
        "3k9f0x2m.00",
        "3k9f0x2m.1Q7",
        "3k9f0x2m.-1",
        "3k9f0x2m.+1",
        "3k9f0x2m. 1",
        "3k9f0x2m.\u0661",
        "3k9f0x2m.",
        "3k9f0x2m",
        "a.b.7",
        ".7",
        ".",
        "",
        "w1",
        "ü€😀.7",
      })
  void theTextComesBack(String text) {
    WriteId id = WriteId.of(text);
    assertThat(id).hasToString(text);
    assertThat(id).isEqualTo(WriteId.of(text)).hasSameHashCodeAs(WriteId.of(text));
  }

  @Test
  void anyTextComesBackAndTwoAreEqualWhenTheirTextsAre() {
    Seeded.runs(
        20_000,
        random -> {
          String text = text(random);
          String other = text(random);
          assertThat(WriteId.of(text)).hasToString(text);
          assertThat(WriteId.of(text).equals(WriteId.of(other))).isEqualTo(text.equals(other));
        });
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append("01az.Z".charAt(random.nextInt(6)));
    }
    return text.toString();
  }

  @Test
  void idsOfOneLifeShareItsText() {
    WriteId one = WriteId.of("3k9f0x2m.1q7");
    WriteId other = WriteId.of("3k9f0x2m.1q8");
    assertThat(one).isNotEqualTo(other);
    assertThat(one.life).isEqualTo("3k9f0x2m").isSameAs(other.life);
  }
}
