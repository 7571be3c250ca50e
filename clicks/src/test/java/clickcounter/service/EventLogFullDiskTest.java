package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.testing.Lines;
import clickcounter.testing.Seeded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** An event that was not written does not exist, whatever the disk does. */
class EventLogFullDiskTest {
  private static final long SOME_BYTES = 30;

  private final FakeDisk disk = new FakeDisk();
  private final SettableClock clock = new SettableClock("2013-10-30T15:25:43Z");
  private final FakeTransport transport = new FakeTransport();
  private final Reports reports = new Reports();
  private final EventLogSettings settings =
      EventLogSettings.of(Path.of("archive"), "hostA").withBatchLines(100).withLingerMs(1);

  @Test
  void anEventThatDoesNotFitIsCutOffAndItsNumberGoesToTheNext() throws IOException {
    EventLog log = open(settings);
    log.impression("m1");
    String before = disk.content();

    disk.free(SOME_BYTES);
    assertThatThrownBy(() -> log.click("m2", 7))
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContaining("event " + log.counterId() + ":1 was not written")
        .hasMessageContaining("No space left on device")
        .hasMessageContaining("its number goes to the next event; look at archiveDir=archive");
    assertThat(disk.content()).isEqualTo(before);

    disk.free(1_000);
    assertThat(log.click("m3", 8).sequence()).isEqualTo(1);
    log.close();
    assertThat(archivedAds()).containsExactly("m1", "m3");
    assertThat(transport.lines()).isEqualTo(disk.content().lines().toList());
    assertThat(log.counts()).isEqualTo(new EventLogCounts(3, 3, 0, 0, 1));
  }

  @Test
  void aTornLineThatCannotBeCutOffEndsTheLog() throws IOException {
    EventLog log = open(settings);
    log.impression("m1");
    disk.free(SOME_BYTES).truncates(false);
    assertThatThrownBy(() -> log.impression("m2"))
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContaining("refuses all further events");

    disk.free(1_000).truncates(true);
    String torn = disk.content();
    assertThatThrownBy(() -> log.impression("m3"))
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContaining(":1 was not written")
        .hasMessageContaining("open another log");
    assertThatThrownBy(log::close).isInstanceOf(EventNotWrittenException.class);

    // Nothing was appended to the torn line, and a reader can tell it from a whole line.
    assertThat(disk.content()).isEqualTo(torn).doesNotEndWith("\n");
    assertThat(torn.lines().count()).isEqualTo(2);
    assertThat(transport.lines()).isEqualTo(List.of(torn.lines().findFirst().orElseThrow()));
    assertThat(transport.isClosed()).isTrue();
  }

  @Test
  void aRowOfRefusalsIsToldOnceAndThrownEachTime() throws IOException {
    EventLog log = open(settings);
    disk.free(SOME_BYTES);
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> log.impression("m1")).isInstanceOf(EventNotWrittenException.class);
    }
    assertThat(reports.archiveTroubles()).hasSize(1);
    disk.free(200);
    log.impression("m1");
    assertThatThrownBy(() -> log.impression("m1")).isInstanceOf(EventNotWrittenException.class);
    assertThat(reports.archiveTroubles()).hasSize(2);
    assertThat(log.counts().refused()).isEqualTo(21);
  }

  @Test
  void aCloseEventThatDoesNotFitIsToldAndTheRestIsSent() throws IOException {
    EventLog log = open(settings);
    log.impression("m1");
    disk.free(SOME_BYTES);
    assertThatThrownBy(log::close)
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContaining(":1 was not written");
    assertThat(transport.lines()).hasSize(1).isEqualTo(disk.content().lines().toList());
    assertThat(transport.isClosed()).isTrue();
  }

  @Test
  void anHourWithoutAFileGoesIntoTheFileBefore() throws IOException {
    EventLog log = open(settings);
    disk.creates(false);
    clock.set("2013-10-30T16:10:00Z");
    log.impression("m1");
    log.impression("m2");
    assertThat(reports.archiveTroubles())
        .singleElement()
        .asString()
        .contains("-20131030_16.ndjson")
        .contains("events go on into")
        .contains("archiveDir");
    disk.creates(true);
    clock.set("2013-10-30T17:00:00Z");
    log.close();
    assertThat(disk.names()).hasSize(2).last().asString().endsWith("-20131030_17.ndjson");
    assertThat(archivedAds()).containsExactly("m1", "m2");
  }

  @Test
  void withFsyncAnEventIsForcedBeforeItIsGivenOut() throws IOException {
    EventLog log = open(settings.withFsync(true));
    assertThat(disk.takeCalls()).containsExactly("create durably");
    log.impression("m1");
    assertThat(disk.takeCalls()).containsExactly("append", "force");
  }

  @Test
  void withoutFsyncNothingIsForced() throws IOException {
    EventLog log = open(settings);
    log.impression("m1");
    log.close();
    assertThat(disk.takeCalls()).containsExactly("create", "append", "append", "close");
  }

  @Test
  void whatCannotBeForcedDoesNotExist() throws IOException {
    EventLog log = open(settings.withFsync(true));
    disk.forces(false);
    assertThatThrownBy(() -> log.impression("m1")).hasMessageContaining("Input/output error");
    assertThat(disk.content()).isEmpty();
    // The truncation could not be forced to the disk either.
    disk.forces(true);
    assertThatThrownBy(() -> log.impression("m2")).hasMessageContaining("open another log");
  }

  @Test
  void aListenerThatLogsEventsMakesNoDoubleNumber() throws IOException {
    EventLog[] log = new EventLog[1];
    List<Throwable> caught = new ArrayList<>();
    EventLogListener meddler =
        new EventLogListener() {
          @Override
          public void leftOut(LeftOut leftOut) {}

          @Override
          public void sendFailed(String message, Throwable cause) {}

          @Override
          public void archiveTrouble(String message, Throwable cause) {
            try {
              log[0].impression("trouble");
            } catch (IOException | IllegalStateException e) {
              caught.add(e);
            }
          }
        };
    log[0] = EventLog.open(settings, transport, clock, new Random(1), meddler, disk);
    disk.creates(false);
    clock.set("2013-10-30T16:10:00Z");
    assertThat(log[0].impression("m1").sequence()).isZero();
    assertThat(caught).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(archivedAds()).containsExactly("m1");
  }

  @Test
  void whateverTheDiskDoesTheArchiveHoldsExactlyWhatWasGivenOut() {
    Seeded.runs(100, this::disturb);
  }

  private void disturb(Random random) {
    FakeDisk flaky = new FakeDisk();
    List<AdEvent> given = new ArrayList<>();
    try (EventLog log =
        EventLog.open(settings, new FakeTransport(), clock, random, reports, flaky.free(10_000))) {
      for (int i = 0; i < 60; i++) {
        flaky.free(random.nextInt(4) == 0 ? random.nextInt(150) : 10_000);
        flaky.truncates(random.nextInt(30) > 0);
        try {
          given.add(log.click("m" + i, i));
        } catch (EventNotWrittenException e) {
          // Then there is no such event.
        }
      }
      assertThat(given).extracting(AdEvent::sequence).isEqualTo(numbersUpTo(given.size()));
      assertThat(wholeLines(flaky)).isEqualTo(given);
    } catch (IOException e) {
      // The close event may not fit either.
      assertThat(e).isInstanceOf(EventNotWrittenException.class);
    }
  }

  private static List<Long> numbersUpTo(int count) {
    List<Long> numbers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private static List<Event> wholeLines(FakeDisk disk) {
    String content = disk.content();
    return Lines.of(content.substring(0, content.lastIndexOf('\n') + 1)).events();
  }

  private EventLog open(EventLogSettings with) throws IOException {
    return EventLog.open(with, transport, clock, new Random(1), reports, disk);
  }

  private List<String> archivedAds() {
    Lines lines = Lines.of(disk.content());
    assertThat(lines.rejected()).isEmpty();
    return lines.events().stream()
        .filter(AdEvent.class::isInstance)
        .map(event -> ((AdEvent) event).adId())
        .toList();
  }
}
