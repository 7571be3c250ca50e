package clickcounter.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the README names, so that tests can tell whether it exists. */
record Readme(String text) {
  private static final Pattern COMMAND = Pattern.compile("deploy/clicks ((?:[^`\\n#]|\\\\\\|)+)");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final String GUIDE = "## Before you go live";
  private static final String METRICS_HEAD = "| metric | component |";

  /** A metric and the components that have it. */
  record Metric(String name, List<String> components) {}

  static Readme read() throws IOException {
    Path at = Path.of("").toAbsolutePath();
    while (at.getParent() != null && Files.exists(at.getParent().resolve("pom.xml"))) {
      at = at.getParent();
    }
    return new Readme(Files.readString(at.resolve("README.md")));
  }

  /**
   * The words after {@code deploy/clicks}, wherever it stands; of {@code a b | c} both.
   *
   * @param isCommand whether a word is a command by itself; else it is one of the first word's
   */
  List<List<String>> commands(Predicate<String> isCommand) {
    List<List<String>> commands = new ArrayList<>();
    for (MatchResult found : COMMAND.matcher(text).results().toList()) {
      String[] alternatives = found.group(1).trim().split(" \\| ");
      String first = alternatives[0].split("\\s+")[0];
      for (String alternative : alternatives) {
        List<String> words = new ArrayList<>(Arrays.asList(alternative.split("\\s+")));
        if (!isCommand.test(words.get(0)) && alternatives.length > 1) {
          words.add(0, first);
        }
        commands.add(words);
      }
    }
    return commands;
  }

  private String guide() {
    int start = text.indexOf(GUIDE);
    return text.substring(start, text.indexOf("\n## ", start + GUIDE.length()));
  }

  /** Single words that the guide sets as code. */
  Set<String> namesInTheGuide() {
    Set<String> names = new TreeSet<>();
    CODE.matcher(guide())
        .results()
        .map(found -> found.group(1))
        // A dash or an underscore is in names of Riak's and of documents, never in a setting's.
        .filter(code -> code.matches("[A-Za-z][A-Za-z0-9.]*"))
        .forEach(names::add);
    return names;
  }

  /** The metrics to watch. */
  List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>();
    String guide = guide();
    guide
        .substring(guide.indexOf(METRICS_HEAD))
        .lines()
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split("\\|"))
        .filter(columns -> !columns[2].contains("broker"))
        .forEach(
            columns ->
                code(columns[1]).forEach(name -> metrics.add(new Metric(name, code(columns[2])))));
    return metrics;
  }

  private static List<String> code(String markdown) {
    return CODE.matcher(markdown).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
