package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The options of all commands together: few, and one name for one thing. */
class OptionsTest {
  private static final int MOST_OPTIONS = 118;
  private static final int MOST_COMMANDS = 36;
  private static final int MOST_LINES = 40;
  private static final int MOST_COLUMNS = 100;

  private static final Set<String> TIMES = Set.of("T", "TIME", "DATE");

  private record Given(String command, OptionSpec option) {}

  /** Those that all commands inherit are there once. */
  private static List<Given> options() {
    List<Given> found = new ArrayList<>();
    CommandLine root = Clicks.commandLine(Terminal.system());
    collect(root, true, found);
    return found;
  }

  private static void collect(CommandLine line, boolean isRoot, List<Given> found) {
    line.getCommandSpec().options().stream()
        .filter(option -> !option.usageHelp() && !option.versionHelp())
        .filter(option -> isRoot || !option.inherited())
        .forEach(option -> found.add(new Given(line.getCommandSpec().qualifiedName(), option)));
    line.getSubcommands().values().forEach(sub -> collect(sub, false, found));
  }

  /** What a person gives as the value. */
  private static String kind(OptionSpec option) {
    Class<?> type =
        Collection.class.isAssignableFrom(option.type())
            ? option.auxiliaryTypes()[0]
            : option.type();
    if (TIMES.contains(option.paramLabel())) {
      return "time";
    }
    boolean isNumber =
        Number.class.isAssignableFrom(type) || type.isPrimitive() && type != boolean.class;
    return isNumber ? "number" : type.getSimpleName();
  }

  @Test
  void thereAreNoMoreThanAPersonCanBear() {
    assertThat(options()).hasSizeLessThanOrEqualTo(MOST_OPTIONS);
    assertThat(commands(Clicks.commandLine(Terminal.system())))
        .filteredOn(line -> line.getSubcommands().isEmpty())
        .filteredOn(line -> !line.getCommandSpec().usageMessage().hidden())
        .hasSizeLessThanOrEqualTo(MOST_COMMANDS);
  }

  @Test
  void optionsOfOneNameTakeTheSameKindOfValue() {
    TreeMap<String, TreeSet<String>> kinds = new TreeMap<>();
    options()
        .forEach(
            given ->
                kinds
                    .computeIfAbsent(given.option().longestName(), name -> new TreeSet<>())
                    .add(kind(given.option())));
    assertThat(kinds).allSatisfy((name, of) -> assertThat(of).as(name).hasSize(1));
  }

  @Test
  void helpIsAPageWithASentenceForEachNoun() {
    CommandLine root = Clicks.commandLine(Terminal.system());
    List<String> lines = root.getUsageMessage().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(MOST_LINES);
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(MOST_COLUMNS));
    assertThat(root.getSubcommands().values())
        .filteredOn(sub -> !sub.getCommandSpec().usageMessage().hidden())
        .extracting(CommandLine::getCommandName)
        .allSatisfy(
            noun ->
                assertThat(lines.stream().filter(line -> line.startsWith("  " + noun + " ")))
                    .singleElement()
                    .asString()
                    .endsWith("."));
  }

  @Test
  void descriptionsBeginWithAWholeSentence() {
    assertThat(commands(Clicks.commandLine(Terminal.system())))
        .allSatisfy(
            line ->
                assertThat(line.getCommandSpec().usageMessage().description()[0])
                    .as(line.getCommandSpec().qualifiedName())
                    .endsWith("."));
  }

  private static Stream<CommandLine> commands(CommandLine line) {
    return Stream.concat(
        Stream.of(line), line.getSubcommands().values().stream().flatMap(OptionsTest::commands));
  }
}
