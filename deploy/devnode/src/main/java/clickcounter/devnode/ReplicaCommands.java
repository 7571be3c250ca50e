package clickcounter.devnode;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The commands that change how one replica behaves while the node runs. */
final class ReplicaCommands {

  static final String HELP =
      "expected state, wipe N, down N, up N, fails N SHARE, silent N SHARE, mute N SHARE or late N MS";

  private final Replicas replicas;
  private final BucketTypes types;

  ReplicaCommands(Replicas replicas, BucketTypes types) {
    this.replicas = replicas;
    this.types = types;
  }

  /** The state of all replicas afterwards, a line for each. */
  String obey(String order) {
    String[] words = order.strip().split("\\s+");
    try {
      switch (words[0]) {
        case "state" -> requireWords(words, 1, order);
        case "wipe" -> replicas.wipe(replica(words, 2, order), ordinaryTypes());
        case "down" -> change(words, 2, order, now -> now.withDown(true));
        case "up" -> change(words, 2, order, now -> ReplicaFaults.FAIR);
        case "fails" -> change(words, 3, order, now -> now.withFails(share(words[2])));
        case "silent" -> change(words, 3, order, now -> now.withSilent(share(words[2])));
        case "mute" -> change(words, 3, order, now -> now.withMute(share(words[2])));
        case "late" -> change(words, 3, order, now -> now.withLate(ms(words[2])));
        default -> throw wrong(order);
      }
    } catch (IllegalArgumentException e) {
      throw new RefusedException("order '%s': %s".formatted(order, e.getMessage()));
    }
    return state();
  }

  private void change(
      String[] words, int count, String order, UnaryOperator<ReplicaFaults> change) {
    int index = replica(words, count, order);
    replicas.set(index, change.apply(replicas.faultsOf(index)));
  }

  private int replica(String[] words, int count, String order) {
    requireWords(words, count, order);
    int number = Integer.parseInt(words[1]);
    if (number < 1 || number > replicas.size()) {
      throw new IllegalArgumentException(
          "there is no replica %d, expected 1 to %d".formatted(number, replicas.size()));
    }
    return number - 1;
  }

  private static void requireWords(String[] words, int count, String order) {
    if (words.length != count) {
      throw wrong(order);
    }
  }

  private static RefusedException wrong(String order) {
    return new RefusedException("order '%s': %s".formatted(order, HELP));
  }

  private static double share(String word) {
    return Double.parseDouble(word);
  }

  private static Duration ms(String word) {
    return Duration.ofMillis(Long.parseLong(word));
  }

  private List<byte[]> ordinaryTypes() {
    return types.ordinary().stream().map(ObjectKey::prefixOf).toList();
  }

  private String state() {
    return IntStream.range(0, replicas.size())
        .mapToObj(i -> (i + 1) + ": " + replicas.faultsOf(i))
        .collect(Collectors.joining("\n"));
  }
}
