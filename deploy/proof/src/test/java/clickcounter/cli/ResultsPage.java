package clickcounter.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A Markdown page with a part that a command's {@code --results} writes. The part lies between two
 * marker comments, for example:
 *
 * <pre>
 * &lt;!-- benchmark results: begin --&gt;
 * &lt;!-- benchmark results: end --&gt;
 * </pre>
 */
public final class ResultsPage {
  private static final int ABBREVIATED = 7;

  private final Path file;
  private final String name;

  private ResultsPage(Path file, String name) {
    this.file = file;
    this.name = name;
  }

  /**
   * Checks that the page can be written later: a run takes half an hour.
   *
   * @param name of the command whose results it has
   * @throws IOException if it cannot be read or written, or lacks a marker
   */
  public static ResultsPage open(Path file, String name) throws IOException {
    if (!Files.isWritable(file)) {
      throw new IOException("--results: " + file + " does not exist or cannot be written");
    }
    ResultsPage page = new ResultsPage(file, name);
    page.with("");
    return page;
  }

  /** The line before the part that this command writes. */
  public static String begin(String name) {
    return "<!-- " + name + " results: begin -->";
  }

  /** The line after the part that this command writes. */
  public static String end(String name) {
    return "<!-- " + name + " results: end -->";
  }

  /** Replaces what is between the markers. The rest of the page stays. */
  public void write(String markdown) throws IOException {
    Files.writeString(file, with(markdown));
  }

  private String with(String part) throws IOException {
    String text = Files.readString(file);
    int begin = text.indexOf(begin(name));
    int end = text.indexOf(end(name));
    if (begin < 0 || end < begin) {
      throw new IOException(
          "--results: expected the lines " + begin(name) + " and " + end(name) + " in " + file);
    }
    return text.substring(0, begin + begin(name).length()) + "\n" + part + text.substring(end);
  }

  /** The commit of a checkout, marked as dirty if files differ from it; unknown without git. */
  public static String commit(Path home) {
    try {
      return SystemCommand.run(
          "git",
          "-C",
          home.toString(),
          "describe",
          "--always",
          "--dirty",
          "--exclude=*",
          "--abbrev=" + ABBREVIATED);
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** The command as it was given, without options that name files of this machine. */
  public static String command(ParseResult parsed) {
    List<String> words = new ArrayList<>(List.of("deploy/" + parsed.commandSpec().qualifiedName()));
    // A positional parameter that takes many values is matched once for each.
    parsed.matchedPositionals().stream()
        .distinct()
        .forEach(names -> words.addAll(names.originalStringValues()));
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.type() != Path.class) {
        words.add(option.longestName());
        if (option.arity().max() > 0) {
          words.addAll(option.originalStringValues());
        }
      }
    }
    return String.join(" ", words);
  }
}
