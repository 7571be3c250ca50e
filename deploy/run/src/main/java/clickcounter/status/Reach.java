package clickcounter.status;

import static java.util.stream.Collectors.joining;

import clickcounter.cli.Home;
import clickcounter.cli.SystemHere;
import clickcounter.event.OneLine;
import clickcounter.settings.SettingsSearch;
import clickcounter.tools.common.ToolSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes commands for a person, with the options that make them read the same settings, unless they
 * find these by themselves. Secrets are named by their places.
 *
 * @param knowsArchives whether the setting ops.archives is among them
 */
public record Reach(List<String> options, boolean knowsArchives) {
  public Reach {
    options = List.copyOf(options);
  }

  /** The settings of a command. The topology's own are not for the tools. */
  public static Reach of(ToolSettings given) {
    return new Reach(
        given.options().repeated(key -> key.matches("(broker|riak|ops)\\..*")),
        !given.archivesIfAny(List.of()).isEmpty());
  }

  /** The system that {@code clicks local} runs in this directory. */
  public static Reach ofLocal(Path directory) {
    boolean isFound =
        SettingsSearch.real().find().isEmpty()
            && SystemHere.file(directory).equals(SystemHere.file(Home.data("local")));
    return new Reach(
        isFound ? List.of() : List.of("--settings", SystemHere.file(directory).toString()), true);
  }

  /** A command that reads archives, which it finds by itself if the settings name them. */
  public String archives(List<String> command) {
    return command(command, knowsArchives ? List.of() : List.of("ARCHIVE"));
  }

  String command(String... words) {
    return command(List.of(words), List.of());
  }

  public String command(List<String> command, List<String> words) {
    List<String> line = new ArrayList<>(command);
    line.addAll(options);
    line.addAll(words);
    return Home.launcher() + " " + line(line);
  }

  /**
   * A line for a shell that gives the program these words, whatever they contain. A word of
   * harmless characters stays as it is.
   */
  static String line(List<String> words) {
    return words.stream().map(Reach::quoted).collect(joining(" "));
  }

  private static String quoted(String word) {
    if (!OneLine.of(word).equals(word)) {
      return "$'" + OneLine.of(word.replace("\\", "\\\\").replace("'", "\\'")) + "'";
    }
    return word.matches("[\\w.:,/@%+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
