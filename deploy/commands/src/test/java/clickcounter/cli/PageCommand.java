package clickcounter.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A command of a page, with the output that stands below it. There, {@code …} matches any text, and
 * alone on a line any lines; blank lines are for the reader.
 *
 * @param command without the prompt
 */
public record PageCommand(String command, List<String> output) {
  private static final Pattern CLICKS = Pattern.compile("^\\$ (?:deploy/)?clicks ");
  private static final Pattern ANY = Pattern.compile("^\\$ ");

  /** The commands below this title, a heading of the second level. */
  public static List<PageCommand> below(Path page, String title) throws IOException {
    return of(page, CLICKS, heading -> heading.equals(title));
  }

  /** All commands of a page, also those of other programs: with the name of the program. */
  public static List<PageCommand> all(Path page) throws IOException {
    return of(page, ANY, heading -> true);
  }

  private static List<PageCommand> of(Path page, Pattern prompt, Predicate<String> sections)
      throws IOException {
    List<PageCommand> commands = new ArrayList<>();
    boolean inSection = sections.test("");
    boolean inBlock = false;
    boolean inCode = false;
    boolean hasCommand = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("## ")) {
        inSection = sections.test(line.substring(3));
      } else if (inSection && line.startsWith("```")) {
        inBlock = !inBlock;
        inCode = inBlock && line.equals("```"); // a block of a language is a program
        hasCommand = false;
      } else if (inSection && inCode && prompt.matcher(line).find()) {
        commands.add(new PageCommand(prompt.matcher(line).replaceFirst(""), new ArrayList<>()));
        hasCommand = true;
      } else if (inSection && inCode && hasCommand) {
        commands.get(commands.size() - 1).output().add(line);
      }
    }
    if (commands.isEmpty()) {
      throw new AssertionError(page + " has no command after '" + prompt + "'");
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
