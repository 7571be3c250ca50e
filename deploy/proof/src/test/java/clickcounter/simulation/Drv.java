package clickcounter.simulation;

import org.apache.logging.log4j.*;
import org.apache.logging.log4j.core.config.Configurator;

public class Drv {
  static Timeline life;

  static String now() {
    return life == null ? "" : "" + life.nowMs();
  }

  public static void main(String[] a) {
    Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, Level.OFF);
    LifeKind kind = LifeKind.valueOf(a[0]);
    long first = Long.parseLong(a[1]), n = Long.parseLong(a[2]);
    int step = a.length > 3 ? Integer.parseInt(a[3]) : 1;
    Statistics all = new Statistics();
    int failed = 0;
    long t = System.nanoTime();
    java.util.Map<String, Integer> by = new java.util.TreeMap<>();
    for (long s = first; s < first + n * step; s += step) {
      Life.Result r = Life.run(kind.script(s));
      all.add(r.statistics());
      if (r.failed()) {
        failed++;
        by.merge(String.valueOf(r.check()), 1, Integer::sum);
        if (failed <= 12) {
          String f = r.failure();
          System.out.println("seed " + s + ": " + f.substring(0, Math.min(900, f.length())));
        }
      }
    }
    all.lines().stream()
        .filter(l -> l.matches("(?i).*(recount|kill|retire|deleted|refus|lives).*"))
        .forEach(System.out::println);
    System.out.println(
        failed + " failed of " + n + " " + by + " in " + (System.nanoTime() - t) / 1000000 + " ms");
  }
}
