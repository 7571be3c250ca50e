package clickcounter.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A damaged document is an {@link UnreadableDocument}, or reads as another valid document. The test
 * {@code DamagedDocumentsTest} of deploy adds random damage.
 */
class DamagedDocumentTest {
  enum Kind {
    AD(DocumentFixtures.AD_EXAMPLE, AdDocumentCodec.CONTENT_TYPE),
    COUNTER(DocumentFixtures.COUNTER_EXAMPLE, CounterDocumentCodec.CONTENT_TYPE),
    DIRECTORY(DocumentFixtures.DIRECTORY_EXAMPLE, DirectoryDocument.CONTENT_TYPE);

    final String example;
    final String contentType;

    Kind(String example, String contentType) {
      this.example = example;
      this.contentType = contentType;
    }

    Object read(String type, byte[] bytes) throws UnreadableDocument {
      return switch (this) {
        case AD -> AdDocumentCodec.read(type, bytes);
        case COUNTER -> CounterDocumentCodec.read(type, bytes);
        case DIRECTORY -> DirectoryDocument.read(type, bytes);
      };
    }

    boolean reads(byte[] bytes) {
      try {
        return read(contentType, bytes) != null;
      } catch (UnreadableDocument e) {
        return false;
      }
    }
  }

  /** Also in a name that was read before. */
  @ParameterizedTest
  @EnumSource
  void bytesThatAreNoUtf8AreFoundWhereverTheyStand(Kind kind) {
    byte[] bytes = kind.example.getBytes(UTF_8);
    assertThat(kind.reads(bytes)).isTrue();
    for (int count = 1; count <= 3; count++) {
      for (int at = 0; at <= bytes.length; at++) {
        byte[] damaged = new byte[bytes.length + count];
        System.arraycopy(bytes, 0, damaged, 0, at);
        Arrays.fill(damaged, at, at + count, (byte) 0xff);
        System.arraycopy(bytes, at, damaged, at + count, bytes.length - at);
        assertThat(kind.reads(damaged)).as("%d bytes at %d", count, at).isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTruncatedDocumentIsUnreadable(Kind kind) {
    byte[] bytes = kind.example.getBytes(UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      assertThat(kind.reads(Arrays.copyOf(bytes, length))).as("first %d bytes", length).isFalse();
    }
    assertThat(kind.reads(bytes)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void noFlippedBitLeadsToAnotherException(Kind kind) {
    byte[] bytes = kind.example.getBytes(UTF_8);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      kind.reads(flipped);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherContentTypeIsUnreadable(Kind kind) {
    byte[] bytes = kind.example.getBytes(UTF_8);
    for (String type : new String[] {null, "", "application/json", kind.contentType + "2"}) {
      assertThatThrownBy(() -> kind.read(type, bytes))
          .isInstanceOf(UnreadableDocument.class)
          .hasMessageContaining(kind.contentType);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatFollowsADocumentMakesItUnreadable(Kind kind) {
    assertThat(kind.reads((kind.example + "1").getBytes(UTF_8))).isFalse();
    assertThat(kind.reads((kind.example + kind.example).getBytes(UTF_8))).isFalse();
    assertThat(kind.reads((kind.example + " \n").getBytes(UTF_8))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void anotherRootIsUnreadable(Kind kind) {
    for (String text : List.of("", " ", "null", "1", "\"\"", "[]", "{}", "true", "{\"a\":", "\0")) {
      assertThat(kind.reads(text.getBytes(UTF_8))).as(text).isFalse();
    }
    byte[] zeros = new byte[4096];
    assertThat(kind.reads(zeros)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adId",
        "state",
        "budgetMicros",
        "costMicros",
        "clicks",
        "impressions",
        "ranking",
        "firstEventAt",
        "lastEventAt",
        "unsettled",
        "write",
        "id",
        "number",
        "base"
      })
  void anAdWithoutAFieldIsUnreadable(String field) {
    everyOccurrence(Kind.AD, "\"" + field + "\":", "\"" + field + "X\":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "counterId",
        "next",
        "closed",
        "lastEventAt",
        "gaps",
        "ids",
        "since",
        "unconfirmed",
        "write",
        "id",
        "number",
        "basedOn",
        "reason",
        "at",
        "eventId"
      })
  void aCounterWithoutAFieldIsUnreadable(String field) {
    everyOccurrence(Kind.COUNTER, "\"" + field + "\":", "\"" + field + "X\":");
  }

  @Test
  void aDirectoryWithoutItsFieldIsUnreadable() {
    everyOccurrence(Kind.DIRECTORY, "\"counters\":", "\"countersX\":");
  }

  /** With a part of the example changed, as in {@code "part| instead"}. */
  private static void assertUnreadable(Kind kind, String change) {
    String[] parts = change.split("\\| ?", -1);
    everyOccurrence(kind, parts[0], parts[1]);
  }

  private static void everyOccurrence(Kind kind, String part, String instead) {
    int at = kind.example.indexOf(part);
    assertThat(at).isNotNegative();
    for (; at >= 0; at = kind.example.indexOf(part, at + 1)) {
      String damaged =
          kind.example.substring(0, at) + instead + kind.example.substring(at + part.length());
      assertThat(kind.reads(damaged.getBytes(UTF_8))).as(damaged).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"clicks\":10| \"clicks\":-10",
        "\"clicks\":10| \"clicks\":1e1",
        "\"clicks\":10| \"clicks\":10.0",
        "\"clicks\":10| \"clicks\":\"10\"",
        "\"clicks\":10| \"clicks\":null",
        "\"clicks\":10| \"clicks\":99999999999999999999",
        "\"impressions\":4123| \"impressions\":-1",
        "\"costMicros\":1200000| \"costMicros\":-1",
        "\"firstEventAt\":1383120000000| \"firstEventAt\":-1",
        "\"lastEventAt\":1383146743633| \"lastEventAt\":1383119999999",
        "\"score\":| \"day\":-1,\"score\":",
        "88gf*2klc:34.2,eg.1.255s,7@2| ",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:34.",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:34.b.",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:34.2.",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:.",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:1,",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf*:1",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf*zzzzzzzzzz:0.zzzzzzzz",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:1,1@0",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:1,1@88gg",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:1,1@10",
        "88gf*2klc:34.2,eg.1.255s,7@2| zzzzz:1",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:1;",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:1X",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:36k",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:.b.1",
        "88gf*2klc:34.2,eg.1.255s,7@2| 88gf:.1.ppxd",
        "\"clicks\":[10]| \"clicks\":[-1]",
        "\"clicks\":[10]| \"clicks\":[1.5]",
        "\"clicks\":[10]| \"clicks\":[null]",
        "\"clicks\":[10]| \"clicks\":10",
        "\"impressions\":[4123]| \"impressions\":[-4123]",
        "\"impressions\":[4123]| \"impressions\":[1,2,3,4,5,6,7,8,9]",
        "\"number\":4711| \"number\":0",
        "\"number\":4711| \"number\":-4711",
        "\"id\":\"3k9f0x2m.1q7\"| \"id\":\"\"",
        "\"base\":\"3k9f0x2m.1q6\"| \"base\":1",
        "\"base\":\"3k9f0x2m.1q6\"| \"base\":\"3k9f0x2m.1q6\",\"baseNumber\":4711",
        "\"base\":\"3k9f0x2m.1q6\"| \"basedOn\":\"3k9f0x2m.1q6\"",
        "\"adId\":\"m123456\"| \"adId\":1",
        "\"active\"| \"Active\"",
        "15+5,3i,2c120000| ",
        "15+5,3i,2c120000| ,",
        "15+5,3i,2c120000| 15+5,",
        "15+5,3i,2c120000| 15+5,0i",
        "15+5,3i,2c120000| -15",
        "15+5,3i,2c120000| 15+-5",
        "15+5,3i,2c120000| 15+",
        "15+5,3i,2c120000| 3x",
        "15+5,3i,2c120000| 3i5",
        "15+5,3i,2c120000| 2c",
        "15+5,3i,2c120000| 2c-1",
        "15+5,3i,2c120000| 2c1@",
        "15+5,3i,2c120000| 2c1@1536829",
        "15+5,3i,2c120000| 2b1@1",
        "15+5,3i,2c120000| 1\u06633i",
        "15+5,3i,2c120000| 99999999999999999999",
        "15+5,3i,2c120000| 9223372036854775807,1",
        "15+5,3i,2c120000| 0+9223372036854775807",
        "15+5,3i,2c120000| 0+1000000i",
      })
  void anAdWithAFaultyValueIsUnreadable(String change) {
    assertUnreadable(Kind.AD, change);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"next\":10422| \"next\":-1",
        "\"next\":10422| \"next\":30",
        "\"next\":10422| \"next\":10421",
        "\"closed\":false| \"closed\":0",
        "\"closed\":false| \"closed\":null",
        "\"lastEventAt\":1383146743633| \"lastEventAt\":-1",
        "\"reason\":\"disk lost\"| \"reason\":\"\"",
        "\"eventId\":\"ops-20131031_090000:0\"| \"eventId\":\"\"",
        "\"at\":1383233151000| \"at\":\"now\"",
        "17+2,5| ,",
        "17+2,5| -1",
        "17+2,5| 17+2,1",
        "17+2,5| 17+13",
        "17+2,5| 17+9000000000000000000",
        "\"ids\":\"30\"| \"ids\":30",
        "\"since\":1383146752000| \"since\":\"now\"",
        "10400+21| 10400+9000000000000000000",
        "10400+21| 10400,1",
        "\"number\":991| \"number\":0",
      })
  void aCounterWithAFaultyValueIsUnreadable(String change) {
    assertUnreadable(Kind.COUNTER, change);
  }

  @Test
  void manyRunsOfManyIdsDoNotFillTheMemory() {
    String many = "0+999999i" + ",1+999999i".repeat(10_000);
    everyOccurrence(Kind.AD, "15+5,3i,2c120000", many);
  }

  @Test
  void deepNestingIsUnreadable() {
    String deep = "\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + ",\"adId\"";
    everyOccurrence(Kind.AD, "\"adId\"", deep);
  }

  @Test
  void aLongArrayOfDaysIsUnreadableAtOnce() {
    everyOccurrence(Kind.AD, "\"clicks\":[10]", "\"clicks\":[" + "1,".repeat(3_000_000) + "1]");
  }
}
