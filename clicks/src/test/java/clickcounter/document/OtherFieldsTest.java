package clickcounter.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OtherFieldsTest {
  /** What builds of later versions may add, of every kind of JSON. */
  private static final String NEWER =
      ",\"newer\":{\"a\":[1,2.50,-1E+400,true,null],\"ü\\\"\":{}},\"note\":\"12 €\",\"z\":0}";

  private static String withNewer(String document) {
    return document.substring(0, document.length() - 1) + NEWER;
  }

  private static AdDocument ad(String text) throws UnreadableDocument {
    return AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, text.getBytes(UTF_8));
  }

  private static CounterDocument counter(String text) throws UnreadableDocument {
    return CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, text.getBytes(UTF_8));
  }

  @Test
  void fieldsOfANewerBuildAreWrittenAgainByteForByte() throws Exception {
    String ad = withNewer(DocumentFixtures.AD_EXAMPLE);
    String counter = withNewer(DocumentFixtures.COUNTER_EXAMPLE);

    assertThat(new String(AdDocumentCodec.write(ad(ad)), UTF_8)).isEqualTo(ad);
    assertThat(new String(CounterDocumentCodec.write(counter(counter)), UTF_8)).isEqualTo(counter);
  }

  @Test
  void ofValuesThatDifferThatOfTheHighestNumberStaysInWhateverOrderSiblingsAreRead() {
    Seeded.runs(
        200,
        random -> {
          List<AdDocument> siblings = new ArrayList<>();
          Map<String, Long> numbers = new HashMap<>();
          Map<String, String> expected = new TreeMap<>();
          for (long number = 1; number <= 5; number++) {
            Map<String, String> fields = new TreeMap<>();
            for (String name : List.of("a", "b", "c")) {
              if (random.nextInt(3) == 0) {
                fields.put(name, "\"" + number + "\"");
                numbers.merge(name, number, Math::max);
              }
            }
            siblings.add(sibling(number, fields));
          }
          numbers.forEach((name, number) -> expected.put(name, "\"" + number + "\""));
          Collections.shuffle(siblings, random);

          assertThat(OtherFields.merged(siblings).byName()).isEqualTo(expected);
        });
  }

  private static AdDocument sibling(long number, Map<String, String> fields) {
    AdDocument ad = DocumentFixtures.exampleAd();
    return new AdDocument(
        ad.adId(),
        ad.totals(),
        ad.hours(),
        ad.unsettled(),
        new WriteStamp("w." + number, number, List.of()),
        new OtherFields(new TreeMap<>(fields)));
  }
}
