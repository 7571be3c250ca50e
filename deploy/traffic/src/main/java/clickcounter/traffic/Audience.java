package clickcounter.traffic;

import clickcounter.event.Dimensions;
import clickcounter.event.Visitor;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Where people see ads, and on what: a few values are most of all. */
final class Audience {
  private static final List<String> COUNTRIES =
      List.of("NL", "DE", "BE", "FR", "GB", "PL", "US", "ES", "IT", "CH", "AT", "SE", "JP", "BR");
  private static final List<String> DEVICES = List.of("phone", "desktop", "tablet");
  private static final List<String> PLACEMENTS = List.of("top", "side", "list", "bottom");

  private final RandomGenerator random;

  Audience(RandomGenerator random) {
    this.random = random;
  }

  /** Somebody of whom it is known where they are. */
  Visitor next() {
    return Visitor.UNKNOWN.with(
        Dimensions.of(
            Map.of(
                "country", any(COUNTRIES), "device", any(DEVICES), "placement", any(PLACEMENTS))));
  }

  /** The first are most frequent. */
  private String any(List<String> values) {
    double share = random.nextDouble();
    return values.get((int) (values.size() * share * share));
  }
}
