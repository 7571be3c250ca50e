package clickcounter.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Dimensions;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.Visitor;
import clickcounter.event.VisitorReader;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.testing.Lines;
import clickcounter.testing.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event lines and the names of archive files as version 1.0.0 wrote them. */
class ArchivesOf100Test {
  private static final String A = "hostA-20131030_152543-mjwgbk";
  private static final long MS = Instant.parse("2013-10-30T15:25:43.512Z").toEpochMilli();
  private static final long NEXT_HOUR_MS = MS + 3_600_000;
  private static final List<String> FILES =
      List.of("hostA/" + A + "-20131030_15.ndjson", "hostA/" + A + "-20131030_16.ndjson");

  @TempDir private Path archive;
  private final List<Event> events = new ArrayList<>();
  private final List<Visitor> visitors = new ArrayList<>();

  /** As a service does, with all that it may know of a visitor. */
  private void write() throws IOException {
    EventLogSettings settings = EventLogSettings.of(archive, "hostA");
    Instant start = Instant.ofEpochMilli(MS);
    Archive files = Archive.create(settings, new RealDisk(), new Reports(), start, new Random(100));
    Journal journal = new Journal(settings, files, new Reports(), (sequence, line) -> {});
    Visitor hash = new VisitorHash("a secret of 16 b".getBytes(UTF_8)).of("203.0.113.7", "Mozilla");
    Dimensions dims = Dimensions.of(Map.of("country", "NL", "placement", "a/b:c+d.e-f_1"));
    write(journal, EventKind.BUDGET, "m123456", MS, 50_000_000, null, Visitor.UNKNOWN);
    write(journal, EventKind.IMPRESSION, "m123456", MS, 0, null, Visitor.UNKNOWN);
    write(journal, EventKind.IMPRESSION, "m123456", MS + 1, 0, null, hash);
    write(journal, EventKind.CLICK, "m123456", MS + 2, 120_000, null, hash.with(dims));
    write(journal, EventKind.CLICK, "靴 \"7\"\\", MS + 3, 0, null, new Visitor("x", null));
    write(journal, EventKind.BUDGET, "m123456", NEXT_HOUR_MS, -5_000, null, Visitor.UNKNOWN);
    Judgement bots = Judgement.ofFilter("bots@2026-06-01");
    write(journal, EventKind.FILTERED_BOTS, "m123456", NEXT_HOUR_MS, 0, bots, hash.with(dims));
    Judgement other = Judgement.ofFilter("own-list@7");
    Visitor seen = Visitor.UNKNOWN.with(dims);
    write(journal, EventKind.FILTERED_OTHER, "m123456", NEXT_HOUR_MS, 0, other, seen);
    events.add(journal.close(NEXT_HOUR_MS + 1));
    visitors.add(Visitor.UNKNOWN);
  }

  private void write(
      Journal journal,
      EventKind kind,
      String adId,
      long nowMs,
      long amountMicros,
      Judgement judgement,
      Visitor visitor)
      throws IOException {
    events.add(journal.write(kind, adId, nowMs, amountMicros, judgement, visitor));
    visitors.add(visitor);
  }

  @Test
  void theArchiveOfAServiceIsReadAsItWas() throws IOException {
    write();
    StringBuilder lines = new StringBuilder();
    for (String file : FILES) {
      String today = Files.readString(archive.resolve(file));
      String sample = Samples.OF_1_0_0.text("archive/" + file, today);
      assertThat(today).isEqualTo(sample);
      lines.append(sample);
    }

    try (Stream<Path> all = Files.walk(archive)) {
      assertThat(all.filter(Files::isRegularFile)).hasSize(FILES.size());
    }
    assertThat(Lines.of(lines.toString()).all()).isEqualTo(List.copyOf(events));
    assertThat(lines.toString().lines().map(VisitorReader::read)).isEqualTo(visitors);
  }

  /** Of operators, of a judge and of people. */
  @Test
  void decisionsAndVerdictsAreReadAsTheyWere() {
    String ops = "ops-20131031_090000-k3f9xq";
    String click = "hostA-20131030_152543-k3f9xq:15";
    List<Event> decisions =
        List.of(
            new WriteOffRequest(ops, 0, MS, false, A, 4, 6, "disk \"lost\""),
            new Close(ops, 1, MS),
            new WriteOffRequest("ops-b", 0, MS, true, A, 4, 6, "found"),
            new WriteOffRequest("ops-c", 0, MS, false, A, 9, Ending.NO_END, "killed"),
            new WriteOffRequest("ops-d", 0, MS, true, A, 9, Ending.NO_END, "it lives"),
            verdict("ivt-20131030-r7", EventKind.INVALIDATION, "repeat@2", click, "ivt"),
            verdict("desk-20131104", EventKind.REINSTATEMENT, "appeal@3", click, "appeals"));
    String today =
        decisions.stream()
            .map(event -> EventWriter.toLine(event) + "\n")
            .collect(Collectors.joining());

    String sample = Samples.OF_1_0_0.text("archive/decisions.ndjson", today);

    assertThat(Lines.of(sample).all()).isEqualTo(List.copyOf(decisions));
    assertThat(today).isEqualTo(sample);
  }

  private static AdEvent verdict(
      String counter, EventKind kind, String reason, String clickId, String author) {
    Judgement judgement = new Judgement(reason, clickId, author);
    return new AdEvent(counter, 0, kind, "m123456", MS, 120_000, judgement);
  }

  /** In any order of the fields, with blanks and fields of their own, as clicks/README.md says. */
  @Test
  void linesOfOtherProgramsAreReadAsTheyWere() {
    assertThat(Lines.of(Samples.OF_1_0_0.text("archive/other-programs.ndjson")).all())
        .isEqualTo(
            List.of(
                new AdEvent("php.7", 0, EventKind.CLICK, "靴-1", MS, 120_000),
                new AdEvent("php.7", 1, EventKind.IMPRESSION, "m1", 0, 0),
                new AdEvent("php.7", 2, EventKind.BUDGET, "m1", MS, -1),
                new Close("php.7", 3, MS)));
  }

  @Test
  void aFieldFromTheFutureIsIgnored() {
    assertThat(Lines.of(Samples.NEWER.text("archive/new-fields.ndjson")).all())
        .isEqualTo(
            List.of(
                new AdEvent(A, 0, EventKind.CLICK, "m123456", MS, 120_000), new Close(A, 1, MS)));
  }

  /** It comes to the queue of rejects, and is counted when a build that knows it gets it. */
  @Test
  void anEventFromTheFutureIsRejectedAsItIs() {
    String line = Samples.NEWER.text("archive/new-type.ndjson").strip();
    assertThat(Lines.of(line).rejected())
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.line()).isEqualTo(line);
              assertThat(rejected.reason()).isEqualTo(RejectReason.UNKNOWN_TYPE);
              assertThat(rejected.detail()).contains("'view'", "expected impression, click");
            });
  }

  /** Reasons are properties of messages and labels of metrics. */
  @Test
  void reasonsOfRejectsAreCalledAsTheyWere() {
    assertThat(Stream.of(RejectReason.values()).map(RejectReason::label))
        .startsWith(
            "not-json",
            "missing-field",
            "ill-typed",
            "out-of-range",
            "unknown-type",
            "too-long",
            "too-far-ahead",
            "too-old",
            "message-too-large",
            "not-text",
            "sequence-jump",
            "too-many-gaps",
            "document-blocked");
    assertThat(new Rejected("", RejectReason.NOT_JSON, "").reason().label()).isEqualTo("not-json");
  }
}
