package clickcounter.tools.judge;

import static clickcounter.tools.judge.JudgedArchive.MINUTE;
import static clickcounter.tools.judge.JudgedArchive.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.EventKind;
import clickcounter.testing.Seeded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random days are judged again and again, and others take clicks back and give some back; a naive
 * model says which clicks are invalid then.
 */
class JudgeModelTest {
  private static final String[] VISITORS = {"a", "b", "c", null};

  private static final EventKind[] KINDS = {
    EventKind.CLICK,
    EventKind.CLICK,
    EventKind.CLICK,
    EventKind.CLICK,
    EventKind.IMPRESSION,
    EventKind.IMPRESSION,
    EventKind.BUDGET
  };

  @TempDir private Path directory;

  private record Seen(String id, EventKind kind, String adId, String visitor, long ms) {
    String counterId() {
      return id.substring(0, id.indexOf(':'));
    }
  }

  /** Rules of one version. */
  private record Rules(long repeatMs, int most, long rateMs, long unseenMs) {
    static Rules random(Random random) {
      return new Rules(
          (1 + random.nextInt(20)) * SECOND,
          1 + random.nextInt(5),
          (1 + random.nextInt(60)) * SECOND,
          (1 + random.nextInt(5)) * MINUTE);
    }

    String[] lines() {
      return new String[] {
        ExampleRules.unseen("unseen@1", unseenMs),
        ExampleRules.rate("rate@1", most, rateMs),
        ExampleRules.repeat("repeat@1", repeatMs)
      };
    }

    boolean finds(Seen click, List<Seen> all) {
      return isRepeat(click, all) || isTooFast(click, all) || isUnseen(click, all);
    }

    private static boolean isOfVisitor(Seen seen, Seen click, EventKind kind) {
      return seen.kind() == kind && click.visitor().equals(seen.visitor());
    }

    private boolean isRepeat(Seen click, List<Seen> all) {
      return all.stream()
          .filter(other -> isOfVisitor(other, click, EventKind.CLICK))
          .filter(other -> other.adId().equals(click.adId()))
          .anyMatch(
              other ->
                  other.ms() >= click.ms() - repeatMs
                      && (other.ms() < click.ms()
                          || other.ms() == click.ms() && all.indexOf(other) < all.indexOf(click)));
    }

    /** Whether some span that begins with a click has the click and too many. */
    private boolean isTooFast(Seen click, List<Seen> all) {
      return all.stream()
          .filter(first -> isOfVisitor(first, click, EventKind.CLICK))
          .filter(first -> first.ms() <= click.ms() && click.ms() <= first.ms() + rateMs)
          .anyMatch(
              first ->
                  all.stream()
                          .filter(other -> isOfVisitor(other, click, EventKind.CLICK))
                          .filter(other -> other.ms() >= first.ms())
                          .filter(other -> other.ms() <= first.ms() + rateMs)
                          .count()
                      > most);
    }

    private boolean isUnseen(Seen click, List<Seen> all) {
      long fromMs = click.ms() - unseenMs;
      boolean isKnown =
          all.stream()
              .filter(seen -> seen.kind() == EventKind.IMPRESSION)
              .filter(seen -> seen.counterId().equals(click.counterId()))
              .anyMatch(seen -> seen.ms() <= fromMs);
      return isKnown
          && all.stream()
              .filter(seen -> seen.kind() == EventKind.IMPRESSION)
              .filter(seen -> seen.adId().equals(click.adId()))
              .filter(seen -> seen.visitor() == null || seen.visitor().equals(click.visitor()))
              .noneMatch(seen -> seen.ms() >= fromMs && seen.ms() <= click.ms());
    }
  }

  @Test
  void clicksInForceAreThoseThatTheNewestRulesFind() {
    Seeded.runs(
        3,
        random -> {
          try {
            judgeADay(random, Files.createTempDirectory(directory, "day"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static void judgeADay(Random random, Path root) throws IOException {
    JudgedArchive day = new JudgedArchive(root);
    List<Seen> all = new ArrayList<>();
    Map<String, Integer> others = new TreeMap<>();
    int events = 1 + random.nextInt(240);
    for (int run = 1; run <= 4; run++) {
      for (int i = 0; i < events / run || all.stream().noneMatch(JudgeModelTest::isJudged); i++) {
        all.add(random(random, day));
        if (random.nextInt(20) == 0) {
          day.nextService();
        }
      }
      day.write();
      Rules rules = Rules.random(random);
      Result judged = day.judge(day.rules("r" + run, rules.lines()));
      assertThat(judged.status()).as(judged.out() + judged.err()).isZero();
      List<String> expected =
          all.stream()
              .filter(JudgeModelTest::isJudged)
              .filter(
                  click ->
                      others.containsKey(click.id())
                          ? others.get(click.id()) > 0
                          : rules.finds(click, all))
              .map(Seen::id)
              .sorted()
              .toList();
      assertThat(inForce(day, others)).isEqualTo(expected);
      assertThat(day.judge(day.rules("r" + run, rules.lines())).out()).contains("NOTHING NEW");
      decide(random, day, run, all, expected, others);
    }
    day.write();
    Result check = day.run("archive", "check", root.resolve("archive"));
    assertThat(check.out()).endsWith("FINE: what is written is what is counted.\n");
  }

  /** Another author, whose counter is called as the judge's are, decides on a click for good. */
  private static void decide(
      Random random,
      JudgedArchive day,
      int run,
      List<Seen> all,
      List<String> inForce,
      Map<String, Integer> others)
      throws IOException {
    List<String> ids = all.stream().filter(JudgeModelTest::isJudged).map(Seen::id).toList();
    String click = ids.get(random.nextInt(ids.size()));
    boolean isInForce = inForce.contains(click);
    if (others.putIfAbsent(click, isInForce ? -1 : 1) == null) {
      day.write(
          "ivt-20270115-other" + run,
          isInForce ? "appeals" : "forest",
          isInForce ? EventKind.REINSTATEMENT : EventKind.INVALIDATION,
          click);
    }
  }

  private static boolean isJudged(Seen event) {
    return event.kind() == EventKind.CLICK && event.visitor() != null && event.ms() >= 0;
  }

  private static Seen random(Random random, JudgedArchive day) {
    EventKind kind = KINDS[random.nextInt(KINDS.length)];
    String adId = "m" + random.nextInt(3);
    int drawn = random.nextInt(VISITORS.length * 4 - 3); // few are unknown
    String visitor = VISITORS[drawn / 4];
    long ms = random.nextInt(20 * 60) * SECOND - 5 * MINUTE;
    return new Seen(day.event(kind, adId, visitor, ms), kind, adId, visitor, ms);
  }

  private static List<String> inForce(JudgedArchive day, Map<String, Integer> others)
      throws IOException {
    TreeMap<String, Integer> inForce = new TreeMap<>(others);
    for (String file : day.files()) {
      for (String verdict : day.verdicts(file.replace(".ndjson", ""))) {
        String[] words = verdict.split(" ");
        inForce.merge(words[1], words[0].equals("invalidation") ? 1 : -1, Integer::sum);
      }
    }
    assertThat(inForce.values()).allMatch(count -> count == 0 || count == 1);
    return inForce.keySet().stream().filter(click -> inForce.get(click) == 1).toList();
  }
}
