package clickcounter.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A command of a page, with the output that stands below it. There, {@code …} matches any text, and
 * alone on a line any lines; blank lines are for the reader.
 *
 * @param command without the launcher
 */
public record PageCommand(String command, List<String> output) {
  private static final String PROMPT = "$ deploy/clicks ";

  /** The commands below this title, a heading of the second level. */
  public static List<PageCommand> below(Path page, String title) throws IOException {
    List<PageCommand> commands = new ArrayList<>();
    boolean inSection = false;
    boolean inBlock = false;
    boolean inCode = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("## ")) {
        inSection = line.equals("## " + title);
      } else if (inSection && line.startsWith("```")) {
        inBlock = !inBlock;
        inCode = inBlock && line.equals("```"); // a block of a language is a program
      } else if (inSection && inCode && line.startsWith(PROMPT)) {
        commands.add(new PageCommand(line.substring(PROMPT.length()), new ArrayList<>()));
      } else if (inSection && inCode) {
        commands.get(commands.size() - 1).output().add(line);
      }
    }
    if (commands.isEmpty()) {
      throw new AssertionError(page + " has no command below '" + title + "'");
    }
    return commands;
  }

  /**
   * What the command has to print.
   *
   * @param replaced puts this run's names in the place of the page's
   */
  public Pattern pattern(UnaryOperator<String> replaced) {
    StringBuilder pattern = new StringBuilder();
    for (String line : output) {
      if (line.strip().equals("…")) {
        pattern.append("(?:[^\n]*\n)*");
      } else if (!line.isBlank()) {
        String literal = Pattern.quote(replaced.apply(line)).replace("…", "\\E[^\n]*\\Q");
        pattern.append(literal).append('\n');
      }
    }
    return Pattern.compile(pattern.toString());
  }
}
