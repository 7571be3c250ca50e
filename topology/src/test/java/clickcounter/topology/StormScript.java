package clickcounter.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code storm jar} keeps for itself: the options of {@code jar_parser} in {@code
 * bin/storm.py} of Storm 2.8.3, by the rules of Python's argparse ({@code parse_known_args}, with
 * abbreviations).
 */
final class StormScript {
  /** Each takes a value, but for the last three. */
  private static final List<String> LONG =
      List.of(
          "--config",
          "--jars",
          "--artifacts",
          "--artifactRepositories",
          "--mavenLocalRepositoryDirectory",
          "--proxyUrl",
          "--proxyUsername",
          "--proxyPassword",
          "--storm-server-classpath",
          "--help");

  private static final List<String> SWITCHES = List.of("--storm-server-classpath", "--help", "-h");

  /** A long option with one dash; its abbreviations count, too. */
  private static final String ONE_DASH = "-storm_config_opts";

  private StormScript() {}

  /** Whether the script takes a word, or stops because it could be several of its options. */
  static boolean takes(String word) {
    String name = word.split("=", 2)[0];
    if (name.startsWith("--")) {
      return LONG.stream().anyMatch(option -> option.startsWith(name));
    }
    return name.length() > 1
        && name.startsWith("-")
        && (ONE_DASH.startsWith(name) || name.startsWith("-c") || name.startsWith("-h"));
  }

  /** What Main gets of these words. */
  static List<String> reachesMain(List<String> words) {
    List<String> left = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!takes(word)) {
        left.add(word);
      } else if (!word.contains("=")
          && SWITCHES.stream().noneMatch(s -> s.startsWith(word))
          && !(word.startsWith("-c") && word.length() > 2)) {
        i++; // its value
      }
    }
    return left;
  }
}
