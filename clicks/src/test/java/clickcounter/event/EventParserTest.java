package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.ids.Ending;
import clickcounter.testing.Lines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventParserTest {
  private static final String COUNTER = "hostA-20131030_152543";
  private static final long SHOWN_MS = 1383146743633L;

  private static final String IMPRESSION =
      """
      {"eventId":"hostA-20131030_152543:16","type":"impression","adId":"m123456","timestamp":1383146743633}""";
  private static final AdEvent SHOWN =
      new AdEvent(COUNTER, 16, EventKind.IMPRESSION, "m123456", SHOWN_MS, 0);

  @Test
  void theDesignsExamplesAreRead() {
    String text =
        """
        {"eventId":"hostA-20131030_152543:15","type":"click","adId":"m123456","timestamp":1383146743512,"costMicros":120000}
        {"eventId":"hostA-20131030_152543:16","type":"impression","adId":"m123456","timestamp":1383146743633}
        {"eventId":"hostB-20131030_091500:2","type":"budget","adId":"m123456","timestamp":1383120000000,"budgetMicros":50000000}
        {"eventId":"hostA-20131030_152543:17","type":"close","timestamp":1383146750000}
        """;
    assertThat(Lines.of(text).all())
        .containsExactly(
            new AdEvent(COUNTER, 15, EventKind.CLICK, "m123456", 1383146743512L, 120000),
            SHOWN,
            new AdEvent(
                "hostB-20131030_091500", 2, EventKind.BUDGET, "m123456", 1383120000000L, 50000000),
            new Close(COUNTER, 17, 1383146750000L));
  }

  @Test
  void anOperatorsWordIsRead() {
    String text =
        """
        {"eventId":"op-1:0","type":"writeOff","timestamp":5,"counterId":"hostA-1","from":3,"to":9,"reason":"disk lost"}
        {"eventId":"op-1:1","type":"reopen","timestamp":6,"counterId":"hostA-1","from":3,"to":3,"reason":"found"}
        {"eventId":"op-1:2","type":"writeOff","timestamp":7,"counterId":"hostA-1","from":3,"reason":"crashed"}
        {"eventId":"op-1:3","type":"reopen","timestamp":8,"counterId":"hostA-1","from":3,"reason":"alive"}
        """;
    assertThat(Lines.of(text).all())
        .containsExactly(
            new WriteOffRequest("op-1", 0, 5, false, "hostA-1", 3, 9, "disk lost"),
            new WriteOffRequest("op-1", 1, 6, true, "hostA-1", 3, 3, "found"),
            new WriteOffRequest("op-1", 2, 7, false, "hostA-1", 3, Ending.NO_END, "crashed"),
            new WriteOffRequest("op-1", 3, 8, true, "hostA-1", 3, Ending.NO_END, "alive"));
    assertThat(Lines.of(text).events().stream().map(EventWriter::toLine))
        .containsExactlyElementsOf(text.lines().toList());
  }

  private static final String JUDGED =
      """
      {"eventId":"hostA-1:18","type":"filtered-click","adId":"m1","timestamp":5,"reason":"bots@2026-06-01"}
      {"eventId":"hostA-1:19","type":"filtered-click","adId":"m1","timestamp":6,"reason":"my-own-list@7"}
      {"eventId":"ivt-20260601-r7:0","type":"invalidation","adId":"m1","timestamp":4,"costMicros":120000,"clickId":"hostA-1:15","author":"ivt","reason":"repeat@2"}
      {"eventId":"ops-1:0","type":"reinstatement","adId":"m1","timestamp":4,"costMicros":120000,"clickId":"hostA-1:15","author":"appeals","reason":"appeal@2026-06-09"}
      """;

  @Test
  void filteredClicksAndVerdictsAreRead() {
    assertThat(Lines.of(JUDGED).all())
        .containsExactly(
            new AdEvent(
                "hostA-1",
                18,
                EventKind.FILTERED_BOTS,
                "m1",
                5,
                0,
                Judgement.ofFilter("bots@2026-06-01")),
            new AdEvent(
                "hostA-1",
                19,
                EventKind.FILTERED_OTHER,
                "m1",
                6,
                0,
                Judgement.ofFilter("my-own-list@7")),
            new AdEvent(
                "ivt-20260601-r7",
                0,
                EventKind.INVALIDATION,
                "m1",
                4,
                120000,
                new Judgement("repeat@2", "hostA-1:15", "ivt")),
            new AdEvent(
                "ops-1",
                0,
                EventKind.REINSTATEMENT,
                "m1",
                4,
                120000,
                new Judgement("appeal@2026-06-09", "hostA-1:15", "appeals")));
    assertThat(Lines.of(JUDGED).events().stream().map(EventWriter::toLine))
        .containsExactlyElementsOf(JUDGED.lines().toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"reason\":\"bots@2026-06-01\"| \"reasons\":\"bots@2026-06-01\"",
        "bots@2026-06-01| bots",
        "bots@2026-06-01| @2026-06-01",
        "bots@2026-06-01| Bots and more@2026-06-01",
        "\"bots@2026-06-01\"| 7",
        "\"clickId\":\"hostA-1:15\"| \"click\":\"hostA-1:15\"",
        "\"author\":\"ivt\"| \"author\":\"ivt@r7\"",
        "\"author\":\"ivt\"| \"author\":\"Ivt\"",
        "\"author\":\"ivt\"| \"author\":\"\"",
        "\"author\":\"ivt\"| \"author\":7",
        "\"hostA-1:15\"| 15",
        "hostA-1:15| hostA-1",
        "hostA-1:15| hostA-1:",
        "hostA-1:15| :15",
        "hostA-1:15| hostA-1:015",
        "hostA-1:15| hostA-1:-15",
        "hostA-1:15| hostA-1:9999999999999999",
        "hostA-1:15| host A:15",
        "\"costMicros\":120000| \"costMicros\":-120000",
        "\"costMicros\":120000,| ",
      })
  void aFaultyJudgementIsRejected(String change) {
    String[] parts = change.split("\\| ?", -1);
    String line = JUDGED.lines().filter(one -> one.contains(parts[0])).findFirst().orElseThrow();
    Lines read = Lines.of(line.replace(parts[0], parts[1]));
    assertThat(read.events()).as(change).isEmpty();
    assertThat(read.rejected()).hasSize(1);
  }

  @Test
  void aVerdictWithoutItsAuthorIsRejectedWithWhatToWrite() {
    String line = JUDGED.lines().toList().get(2).replace("\"author\":\"ivt\",", "");
    assertThat(Lines.of(line).rejected())
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.MISSING_FIELD);
              assertThat(rejected.detail())
                  .contains(
                      "author is missing: expected who decided this invalidation",
                      "the time of the decision as timestamp, not the click's",
                      "does not count. Write it again");
            });
  }

  @Test
  void fieldsComeInAnyOrder() {
    String line =
        """
        {"timestamp":1383146743633,"adId":"m123456","type":"impression","eventId":"hostA-20131030_152543:16"}""";
    assertThat(Lines.of(line).all()).containsExactly(SHOWN);
  }

  @Test
  void linesMayEndInCrLfAndTheLastInNothing() {
    assertThat(Lines.of(IMPRESSION + "\r\n" + IMPRESSION).all()).containsExactly(SHOWN, SHOWN);
  }

  @Test
  void blankLinesAreNoEventsAndNoFaults() {
    assertThat(Lines.of("\n\r\n  \t\n" + IMPRESSION + "\n\n \n").all()).containsExactly(SHOWN);
    assertThat(Lines.of("").all()).isEmpty();
  }

  @Test
  void controlCharactersAloneAreDamageAndNoBlankLine() {
    assertThat(Lines.of("\u0000\u0001\u001f\n").rejected()).hasSize(1);
  }

  @Test
  void unknownFieldsAreIgnoredWhateverTheyHold() {
    String unknown =
        """
        {"v":2,"user":{"id":"x","tags":["a",{"eventId":"evil:1","type":"close"}],"n":null},"score":1.5e300,\
        "huge":%s,"eventId":"hostA-20131030_152543:16","ok":true,"type":"impression","adId":"m123456",\
        "timestamp":1383146743633,"after":[[],{}]}"""
            .formatted("9".repeat(5000));
    assertThat(Lines.of(unknown).all()).containsExactly(SHOWN);
  }

  @Test
  void aFieldOfAnotherTypeIsUnknownToThisOne() {
    String line =
        """
        {"from":"banner","to":{"page":[1]},"reason":"","costMicros":1.5,"budgetMicros":null,"counterId":7,\
        "from":2,"eventId":"hostA-20131030_152543:16","type":"impression","adId":"m123456",\
        "timestamp":1383146743633}""";
    assertThat(Lines.of(line).all()).containsExactly(SHOWN);
    assertThat(
            Lines.of("{\"eventId\":\"a:1\",\"type\":\"close\",\"timestamp\":2,\"adId\":null}")
                .all())
        .containsExactly(new Close("a", 1, 2));
  }

  @Test
  void anAdIdMayBeAnyText() {
    String line = "{\"eventId\":\"a:1\",\"type\":\"impression\",\"timestamp\":2,\"adId\":\"%s\"}";
    String escaped = line.formatted("\\u5e83\\u544a \\ud83d\\ude00\\n\\\"\\\\ \\/");
    String raw = line.formatted("広告 😀\\n\\\"\\\\ /");
    AdEvent expected = new AdEvent("a", 1, EventKind.IMPRESSION, "広告 😀\n\"\\ /", 2, 0);
    assertThat(Lines.of(escaped + "\n" + raw).all()).containsExactly(expected, expected);
  }

  @Test
  void escapesMayStandAnywhere() {
    String line =
        """
        {"event\\u0049d":"hostA-20131030_152543\\u003a16","typ\\u0065":"\\u0069mpression","adId":"m123456",\
        "timestamp":1383146743633}""";
    assertThat(Lines.of(line).all()).containsExactly(SHOWN);
  }

  @Test
  void idsOfTheGreatestLengthAreRead() {
    String counterId = "c".repeat(EventLimits.MAX_COUNTER_ID_LENGTH);
    String adId = "広".repeat(EventLimits.MAX_AD_ID_LENGTH);
    AdEvent longest =
        new AdEvent(
            counterId,
            EventLimits.MAX_SEQUENCE,
            EventKind.CLICK,
            adId,
            EventLimits.MAX_TIMESTAMP_MS,
            EventLimits.MAX_COST_MICROS);
    assertThat(Lines.of(EventWriter.toLine(longest)).all()).containsExactly(longest);
  }

  @Test
  void countersOfEqualLengthAreNotMistaken() {
    String text = IMPRESSION + "\n" + IMPRESSION.replace("hostA", "hostB") + "\n" + IMPRESSION;
    assertThat(Lines.of(text).events())
        .extracting(Event::counterId)
        .containsExactly(COUNTER, "hostB-20131030_152543", COUNTER);
  }

  @Test
  void onlyTheBadLinesOfManyAreRejectedAndTheRestKeepsItsOrder() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append(i % 3 == 1 ? "{\"bad\":" + i : event(i)).append(i % 2 == 0 ? "\n" : "\r\n");
    }
    Lines lines = Lines.of(text.toString());
    for (int i = 0; i < 300; i++) {
      Object found = lines.all().get(i);
      if (i % 3 == 1) {
        assertThat(((Rejected) found).line().strip()).isEqualTo("{\"bad\":" + i);
      } else {
        assertThat(((Event) found).sequence()).isEqualTo(i);
      }
    }
    assertThat(lines.all()).hasSize(300);
  }

  @Test
  void aRejectedLineIsGivenAsItCame() {
    String bad = "\t {\"type\" : \"cl\u0000ick\"} nonsense\r";
    assertThat(Lines.of(IMPRESSION + "\n" + bad + "\n" + IMPRESSION).rejected())
        .extracting(Rejected::line)
        .containsExactly(bad);
  }

  @Test
  void aParserServesManyTextsWithoutRemembering() {
    EventParser parser = new EventParser();
    assertThat(Lines.of(parser, IMPRESSION).events()).hasSize(1);
    assertThat(Lines.of(parser, "{\"type\":\"impression\"}").rejected())
        .extracting(Rejected::detail)
        .containsExactly("eventId is missing");
    assertThat(Lines.of(parser, IMPRESSION).all()).containsExactly(SHOWN);
  }

  @Test
  void whatTheSinkThrowsIsNotTakenForABadLine() {
    EventSink full =
        new EventSink() {
          @Override
          public void event(Event event) {
            throw new IllegalArgumentException("the sink is full");
          }

          @Override
          public void rejected(Rejected rejected) {
            throw new AssertionError("nothing is wrong with the line");
          }
        };
    assertThatThrownBy(() -> new EventParser().parse(IMPRESSION, full))
        .hasMessage("the sink is full");
  }

  private static String event(long sequence) {
    return EventWriter.toLine(
        new AdEvent(COUNTER, sequence, EventKind.IMPRESSION, "m123456", SHOWN_MS, 0));
  }
}
