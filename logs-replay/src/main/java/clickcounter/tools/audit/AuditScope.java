package clickcounter.tools.audit;

import java.util.Set;

/**
 * What is to be audited; empty sets mean all. Ads can only be compared when all counters are read,
 * and counters only when all ads are.
 */
public record AuditScope(boolean ads, boolean counters, Set<String> adIds, Set<String> counterIds) {
  public static final AuditScope ALL = new AuditScope(true, true, Set.of(), Set.of());

  public AuditScope {
    adIds = Set.copyOf(adIds);
    counterIds = Set.copyOf(counterIds);
    if (!adIds.isEmpty() && !counterIds.isEmpty()) {
      throw new IllegalArgumentException(
          "--ad and --counter together leave nothing to compare: an ad's document needs all"
              + " counters, a counter's all ads");
    }
    ads &= counterIds.isEmpty();
    counters &= adIds.isEmpty();
    if (!ads && !counters) {
      throw new IllegalArgumentException(
          "nothing to compare: --only ads goes with --ad, --only counters with --counter");
    }
  }

  /** Whether everything that Riak has is meant, and so must be in the files. */
  boolean isOfAll() {
    return adIds.isEmpty() && counterIds.isEmpty();
  }
}
