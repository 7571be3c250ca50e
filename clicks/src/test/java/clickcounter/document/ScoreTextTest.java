package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScoreTextTest {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private final ScoreText text = new ScoreText();

  @Test
  void aScoreIsTheRoundedDoublesShortestText() {
    Seeded.runs(
        20_000,
        random -> {
          double score = score(random);
          double rounded = Math.round(score * 1e6) / 1e6;
          assertThat(written(json -> text.write(score, json)))
              .as("%s", score)
              .isEqualTo(written(json -> json.writeNumber(rounded)));
        });
  }

  private static double score(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(1_000_000) / (double) random.nextInt(1, 1_000_000);
      case 1 -> random.nextInt(20_000) / 1e6;
      case 2 -> random.nextDouble() * Math.pow(10, random.nextInt(20));
      default -> Math.pow(10, random.nextInt(-7, 15));
    };
  }

  @Test
  void theTextsOfADocument() throws IOException {
    assertThat(written(json -> text.write(0, json))).isEqualTo("0.0");
    assertThat(written(json -> text.write(1, json))).isEqualTo("1.0");
    assertThat(written(json -> text.write(0.0023957, json))).isEqualTo("0.002396");
    assertThat(written(json -> text.write(0.0001, json))).isEqualTo("1.0E-4");
    assertThat(written(json -> text.write(12.5, json))).isEqualTo("12.5");
    assertThat(written(json -> text.write(1e7, json))).isEqualTo("1.0E7");
  }

  private interface Value {
    void write(JsonGenerator json) throws IOException;
  }

  private static String written(Value value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      value.write(json);
    }
    return text.toString();
  }
}
