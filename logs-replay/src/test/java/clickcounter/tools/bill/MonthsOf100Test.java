package clickcounter.tools.bill;

import static clickcounter.tools.bill.BillWorld.click;
import static clickcounter.tools.bill.BillWorld.close;
import static clickcounter.tools.bill.BillWorld.event;
import static clickcounter.tools.bill.BillWorld.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.EventKind;
import clickcounter.testing.Samples;
import clickcounter.tools.Parquet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bill of a month that version 1.0.0 closed: bills of all later months build on it. */
class MonthsOf100Test {
  private static final String A = "hostA-20261029_000000-k3f9xq";
  private static final String B = "hostB-20261030_060000-k3f9xq";
  private static final String OCTOBER = "2026-10";
  private static final String NOVEMBER = "2026-11";

  @TempDir private Path directory;

  /** A month with everything that later months may need of it: a gap, late events, dimensions. */
  private BillWorld october(String name) throws IOException {
    BillWorld world = new BillWorld(directory.resolve(name));
    world.tool.now = Instant.parse("2026-11-02T06:00:00Z");
    world.count(
        List.of(
            event(A, 0, EventKind.BUDGET, "m1", "2026-10-29T08:00:00Z", 400_000),
            click(A, 1, "m1", "2026-10-29T09:00:00Z"),
            click(A, 2, "靴 2", "2026-10-31T09:00:00Z")
                .replace("}", ",\"dims\":{\"country\":\"NL\"}}"),
            event(A, 3, EventKind.FILTERED_BOTS, "m1", "2026-10-31T09:00:01Z", 0),
            event(A, 5, EventKind.IMPRESSION, "m2", "2026-10-31T23:59:59.999Z", 0)));
    world.done("counters", "write-off", A, "4", "--why", "lost");
    world.tool.countQueue();
    world.count(
        List.of(
            verdict("ivt-1", 0, EventKind.INVALIDATION, "m1", "2026-10-31T10:00:00Z", A + ":1"),
            close("ivt-1", 1, "2026-10-31T10:00:00Z")));
    world.count(List.of(close(A, 6, "2026-11-01T00:00:01Z")));
    return world;
  }

  private static void closed(BillWorld world, String month) {
    Result result = world.close(month);
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
  }

  /** What comes later: an event of October, and a verdict on a click of October. */
  private static void november(BillWorld world) throws IOException {
    world.tool.now = Instant.parse("2026-12-02T06:00:00Z");
    world.count(
        List.of(click(B, 0, "m1", "2026-10-30T07:00:00Z"), close(B, 1, "2026-11-03T08:00:00Z")));
    world.count(
        List.of(
            verdict("ivt-2", 0, EventKind.INVALIDATION, "靴 2", "2026-11-03T10:00:00Z", A + ":2"),
            close("ivt-2", 1, "2026-11-03T10:00:00Z")));
  }

  /** The content of each file. */
  private static Map<String, Object> month(BillWorld world, String month)
      throws IOException, SQLException {
    Map<String, Object> all = new TreeMap<>();
    try (Stream<Path> files = Files.list(world.months.resolve(month))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        boolean isText = !name.endsWith(".parquet");
        all.put(name, isText ? Files.readString(file) : Parquet.rows(file));
      }
    }
    return all;
  }

  /** A world whose October is the sample's. */
  private BillWorld withSample() throws IOException {
    BillWorld today = october("today");
    closed(today, OCTOBER);
    BillWorld old = october("old");
    Path sample = old.months.resolve(OCTOBER);
    Samples.OF_1_0_0.copy("months/" + OCTOBER, today.months.resolve(OCTOBER), sample);
    return old;
  }

  @Test
  void aMonthOf100IsReadAsItWas() throws Exception {
    BillWorld old = withSample();
    BillWorld today = october("again");
    closed(today, OCTOBER);

    assertThat(month(today, OCTOBER)).isEqualTo(month(old, OCTOBER)).hasSize(7);
    String printed = old.close(OCTOBER).out();
    assertThat(printed.replace(old.months + "", "MONTHS"))
        .isEqualTo(today.close(OCTOBER).out().replace(today.months + "", "MONTHS"))
        .endsWith(
            """
            1 impression of 3 ads, table of 2026-11-02T06:00:00Z, documents of 2026-11-02T06:00:00Z
            clicks  3 gross, 1 filtered, 1 invalidated, 0 reinstated: 1 net
            cost    0.25 net, 0.25 beyond budgets: 0.00 owed
            """);

    november(old);
    november(today);
    closed(old, NOVEMBER);
    closed(today, NOVEMBER);

    assertThat(month(old, NOVEMBER)).isEqualTo(month(today, NOVEMBER));
    assertThat(old.close(NOVEMBER).out()).contains("late    1 event of earlier months in it");
  }

  /** A version that adds a column adds a field, so that an older one does not build on less. */
  @Test
  void aMonthWithAFieldFromTheFutureIsRefused() throws Exception {
    BillWorld old = withSample();
    Path sums = old.months.resolve(OCTOBER).resolve(OCTOBER + ".json");
    String future = Files.readString(sums).replace("{\"month\"", "{\"newer\":7,\"month\"");
    Files.writeString(sums, future);
    november(old);

    for (Result result :
        List.of(
            old.close(OCTOBER),
            old.close(NOVEMBER),
            old.run("ads", "statement", "m1", "--from=2026-10-25"))) {
      assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.FAILED);
      assertThat(result.err())
          .contains(
              sums + ": expected the sums of a closed month",
              "does not know the field 'newer'",
              "Nothing was changed. Use the version of clicks that closed it");
    }
    assertThat(old.months.resolve(NOVEMBER)).doesNotExist();
    assertThat(sums).hasContent(future);
  }

  @Test
  void aFileFromTheFutureIsLeftAlone() throws Exception {
    BillWorld old = withSample();
    Path file = old.months.resolve(OCTOBER).resolve(OCTOBER + ".newer.parquet");
    Files.writeString(file, "?");
    november(old);

    closed(old, NOVEMBER);

    assertThat(file).hasContent("?");
  }
}
