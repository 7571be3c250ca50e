package clickcounter.traffic;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The hosts and the lives of their services, one counter each. A host restarts its service a few
 * times a day, or once a day of several days, mostly after a proper end; its lives never overlap.
 */
final class Services {
  private static final int MAX_HOSTS = 64;
  private static final int LIVES_OF_A_HOST = 3;
  private static final double CRASH_PROBABILITY = 0.2;

  /** A month has so many lives that an operator closes dozens even so. */
  private static final double CRASH_PROBABILITY_OF_DAYS = 0.002;

  private static final int LETTERS = 26;
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss").withZone(ZoneOffset.UTC);

  /** One run of a service. */
  static final class ServiceLife {
    final String counterId;
    final boolean closesProperly;
    long nextSequence;

    /** The share of all the time after which it ends. */
    private double end = 1;

    ServiceLife(String counterId, boolean closesProperly) {
      this.counterId = counterId;
      this.closesProperly = closesProperly;
    }
  }

  private final List<List<ServiceLife>> hosts = new ArrayList<>();
  private final boolean isOneDay;
  private final int[] current;

  Services(GeneratorSettings settings, long allMs, SplittableRandom random) {
    isOneDay = settings.days() == 1;
    int counters = settings.counters();
    int count =
        isOneDay
            ? Math.max(1, Math.min(MAX_HOSTS, counters / LIVES_OF_A_HOST))
            : counters / settings.days();
    for (int host = 0; host < count; host++) {
      int lives = counters / count + (host < counters % count ? 1 : 0);
      hosts.add(lives(hostName(host), lives, settings.start(), allMs, random));
    }
    current = new int[count];
  }

  /** hostA … hostZ, hostAA … */
  private static String hostName(int host) {
    String name = "";
    for (int left = host; left >= 0; left = left / LETTERS - 1) {
      name = (char) ('A' + left % LETTERS) + name;
    }
    return "host" + name;
  }

  private List<ServiceLife> lives(
      String host, int count, Instant from, long allMs, SplittableRandom random) {
    List<ServiceLife> lives = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // At least a second apart, because the name has seconds.
      double start = i == 0 ? 0 : (i + 0.4 * random.nextDouble() - 0.2) / count;
      Instant at = from.plusMillis((long) (start * allMs) + 1_000L * random.nextInt(2));
      // Half of the hosts are still running at the end of one day. Several days end.
      boolean stillUp = isOneDay && i == count - 1 && random.nextBoolean();
      boolean closes = !stillUp && random.nextDouble() >= crashProbability();
      lives.add(new ServiceLife(host + '-' + START.format(at), closes));
      if (i > 0) {
        lives.get(i - 1).end = start;
      }
    }
    return lives;
  }

  private double crashProbability() {
    return isOneDay ? CRASH_PROBABILITY : CRASH_PROBABILITY_OF_DAYS;
  }

  long closings() {
    return hosts.stream().flatMap(List::stream).filter(life -> life.closesProperly).count();
  }

  int hosts() {
    return hosts.size();
  }

  ServiceLife at(int host) {
    return hosts.get(host).get(current[host]);
  }

  boolean isOver(int host, double time) {
    return current[host] < hosts.get(host).size() - 1 && at(host).end <= time;
  }

  /** Starts the host's next life. */
  void restart(int host) {
    current[host]++;
  }
}
