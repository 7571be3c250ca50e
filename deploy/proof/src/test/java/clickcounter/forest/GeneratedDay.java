package clickcounter.forest;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Visitor;
import clickcounter.service.VisitorHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A day of people and machines that is made up. People read pages for some minutes and click few of
 * the ads that they see. Machines are of three sorts: hasty ones click many ads and see none, farms
 * see ads and click most of them, and shy ones do as people do, but more steadily. Some people
 * click like machines, and most machines pretend to be usual browsers.
 *
 * <p>It shows how a model is trained, tried and used. It says nothing about real fraud.
 */
final class GeneratedDay {
  private static final int ADS = 400;
  private static final int AGENTS = 30;
  private static final long DAY_MS = 86_400_000;

  private final Random random;
  private final long fromMs;

  /** How much slower machines are than those that a model was trained on. */
  private final double slowness;

  private final VisitorHash hash = new VisitorHash(new byte[16]);
  private final List<Made> made = new ArrayList<>();
  private int visitors;

  private record Made(EventKind kind, int ad, Visitor visitor, long ms, boolean isMachine) {}

  private GeneratedDay(LocalDate day, long seed, double slowness) {
    this.random = new Random(seed);
    this.fromMs = day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    this.slowness = slowness;
  }

  /** Writes the archive of a day; returns the ids of the clicks that machines made. */
  static Set<String> write(Path file, LocalDate day, long seed, double slowness, int people)
      throws IOException {
    GeneratedDay generated = new GeneratedDay(day, seed, slowness);
    for (int i = 0; i < people; i++) {
      generated.person();
    }
    for (int i = 0; i < people / 600; i++) {
      generated.hastyMachine();
      generated.farm();
      generated.farm();
      generated.shyMachine();
      generated.shyMachine();
    }
    return generated.write(file, "generated-" + day.toString().replace("-", ""));
  }

  private Set<String> write(Path file, String counterId) throws IOException {
    made.sort(Comparator.comparingLong(Made::ms));
    List<String> lines = new ArrayList<>();
    Set<String> machines = new HashSet<>();
    for (Made each : made) {
      AdEvent event =
          new AdEvent(
              counterId,
              lines.size(),
              each.kind(),
              "m" + each.ad(),
              fromMs + each.ms(),
              each.kind() == EventKind.CLICK ? 100_000 : 0);
      lines.add(EventWriter.toLine(event, each.visitor()));
      if (each.isMachine()) {
        machines.add(event.eventId());
      }
    }
    lines.add(EventWriter.toLine(new Close(counterId, lines.size(), fromMs + DAY_MS)));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, lines);
    return machines;
  }

  /** Usual browsers are usual; machines have a rare one more often. */
  private Visitor visitor(boolean isMachine) {
    boolean isRare = isMachine && random.nextInt(3) == 0;
    int agent = isRare ? AGENTS - 1 - random.nextInt(5) : (int) (skewed() * AGENTS);
    return hash.of("visitor " + visitors++, "agent " + agent);
  }

  /** From 0 to 1, mostly small. */
  private double skewed() {
    return Math.pow(random.nextDouble(), 3);
  }

  /** Around a median, from a third to three times of it as a rule. */
  private long around(double medianMs) {
    return Math.max(1, Math.round(medianMs * Math.exp(random.nextGaussian() * 0.6)));
  }

  private long daytime() {
    double hour = 14 + 4 * random.nextGaussian();
    return Math.floorMod((long) (hour * 3_600_000), DAY_MS);
  }

  private int ad() {
    return (int) (skewed() * ADS);
  }

  private void add(EventKind kind, int ad, Visitor visitor, long ms, boolean isMachine) {
    if (ms >= 0 && ms < DAY_MS) {
      made.add(new Made(kind, ad, visitor, ms, isMachine && kind == EventKind.CLICK));
    }
  }

  private void person() {
    Visitor visitor = visitor(false);
    boolean isEager = random.nextInt(50) == 0; // tries all that it sees
    for (int session = 1 + random.nextInt(2); session > 0; session--) {
      long ms = daytime();
      for (int seen = 1 + random.nextInt(12); seen > 0; seen--) {
        int ad = ad();
        add(EventKind.IMPRESSION, ad, visitor, ms, false);
        if (random.nextDouble() < (isEager ? 0.6 : 0.06)) {
          long delayMs = around(6_000);
          add(EventKind.CLICK, ad, visitor, ms + delayMs, false);
          if (random.nextInt(15) == 0) { // a double click
            add(EventKind.CLICK, ad, visitor, ms + delayMs + around(600), false);
          }
          ms += delayMs;
        }
        ms += around(isEager ? 12_000 : 40_000);
      }
    }
  }

  private void hastyMachine() {
    Visitor visitor = visitor(true);
    long ms = (long) (random.nextDouble() * DAY_MS);
    for (int clicks = 20 + random.nextInt(60); clicks > 0; clicks--) {
      int ad = random.nextInt(ADS);
      if (random.nextInt(5) == 0) {
        add(EventKind.IMPRESSION, ad, visitor, ms, true);
      }
      ms += around(1_500 * slowness);
      add(EventKind.CLICK, ad, visitor, ms, true);
    }
  }

  private void farm() {
    int wanted = ad(); // of a competitor
    Visitor visitor = visitor(true);
    long ms = daytime();
    for (int clicks = 4 + random.nextInt(20); clicks > 0; clicks--) {
      int ad = random.nextInt(4) == 0 ? ad() : wanted;
      add(EventKind.IMPRESSION, ad, visitor, ms, true);
      ms += around(2_500 * slowness);
      add(EventKind.CLICK, ad, visitor, ms, true);
      ms += around(60_000 * slowness);
    }
  }

  /** Another cookie every few clicks. */
  private void shyMachine() {
    long ms = (long) (random.nextDouble() * DAY_MS / 2);
    for (int life = 0; life < 8; life++) {
      Visitor visitor = visitor(true);
      for (int seen = 3 + random.nextInt(6); seen > 0; seen--) {
        int ad = ad();
        add(EventKind.IMPRESSION, ad, visitor, ms, true);
        if (random.nextInt(3) == 0) {
          add(EventKind.CLICK, ad, visitor, ms + 4_000 + random.nextInt(1_000), true);
        }
        ms += (long) (30_000 * slowness);
      }
      ms += around(600_000);
    }
  }
}
