package clickcounter.status;

import static java.util.stream.Collectors.joining;

import clickcounter.event.OneLine;
import java.util.List;

/** Commands as a person types them. */
final class Shell {
  private Shell() {}

  /**
   * A line for a shell that gives the program these words, whatever they contain. A word of
   * harmless characters stays as it is.
   */
  static String line(List<String> words) {
    return words.stream().map(Shell::quoted).collect(joining(" "));
  }

  private static String quoted(String word) {
    if (!OneLine.of(word).equals(word)) {
      return "$'" + OneLine.of(word.replace("\\", "\\\\").replace("'", "\\'")) + "'";
    }
    return word.matches("[\\w.:,/@%+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
