package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import clickcounter.pages.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the pages say exists: commands with their options, files and headings that they link to. */
class PagesTest {
  private static final int LEAST_COMMANDS = 60;
  private static final int LEAST_LINKS = 60;
  private static final int README_BYTES = 8_000;
  private static final int DEVELOPING_BYTES = 6 * 1024;
  private static final int MOST_WORDS = 15_000;
  private static final int LEAST_CLASSES = 30;

  private final Pages pages;

  PagesTest() throws IOException {
    pages = Pages.read();
  }

  @Test
  void commandsAndTheirOptionsExist() {
    List<List<String>> commands =
        pages.commands(Clicks.commandLine(Terminal.system()).getSubcommands()::containsKey);
    assertThat(commands).hasSizeGreaterThan(LEAST_COMMANDS);
    commands.forEach(PagesTest::requireCommand);
  }

  private static void requireCommand(List<String> words) {
    CommandLine line = Clicks.commandLine(Terminal.system());
    int depth = 0;
    while (depth < words.size() && line.getSubcommands().containsKey(words.get(depth))) {
      line = line.getSubcommands().get(words.get(depth++));
    }
    boolean aboutAny = words.get(0).equals("COMMAND") || words.get(0).startsWith("<");
    assertThat(depth > 0 || aboutAny).as("deploy/clicks %s", String.join(" ", words)).isTrue();
    if (aboutAny) {
      return;
    }
    for (String word : words) {
      String option = word.replaceAll("[\\[\\],.;…]", "").replaceAll("=.*", "");
      if (option.startsWith("--")) {
        assertThat(line.getCommandSpec().optionsMap())
            .as("deploy/clicks %s", String.join(" ", words))
            .containsKey(option);
      }
    }
  }

  @Test
  void everyLinkLeadsToAFileAndAHeadingThatExist() {
    List<Pages.Link> links = pages.links();
    assertThat(links).hasSizeGreaterThan(LEAST_LINKS);
    assertThat(links)
        .allSatisfy(
            link -> {
              assertThat(pages.repository().resolve(link.file())).exists();
              if (!link.anchor().isEmpty()) {
                assertThat(pages.anchors(link.file())).contains(link.anchor());
              }
            });
  }

  @Test
  void everyPageIsAtMostTwoClicksFromTheReadme() {
    Set<Path> first = linkedFrom(Set.of(Pages.README));
    Set<Path> reached = new TreeSet<>(linkedFrom(first));
    reached.addAll(first);
    assertThat(readPages()).hasSizeGreaterThan(1).isSubsetOf(reached);
  }

  private Set<Path> linkedFrom(Set<Path> from) {
    return pages.links().stream()
        .filter(link -> from.contains(link.page()))
        .map(Pages.Link::file)
        .collect(Collectors.toSet());
  }

  /** All but those that tests write. */
  private Set<Path> readPages() {
    return pages.texts().keySet().stream()
        .filter(page -> !page.toString().contains("src/test"))
        .collect(Collectors.toSet());
  }

  @Test
  void pagesStayShort() {
    Map<Path, Integer> words = new TreeMap<>();
    readPages().forEach(page -> words.put(page, words(pages.texts().get(page))));
    assertThat(words.values().stream().mapToInt(Integer::intValue).sum())
        .as("words of all pages: say things once. %s", words)
        .isLessThanOrEqualTo(MOST_WORDS);
  }

  /** As {@code wc -w} counts them. */
  private static int words(String text) {
    return text.strip().split("\\s+").length;
  }

  /** The map of packages, {@link Layer}, and README's table are one. */
  @Test
  void theReadmesTableNamesTheModulesAndThePackagesOfEach() throws IOException {
    Map<String, Set<String>> expected = new TreeMap<>();
    for (Layer layer : Layer.values()) {
      Path sources = pages.repository().resolve(layer.sources());
      for (String name : layer.packages()) {
        expected
            .computeIfAbsent(layer.module(), module -> new TreeSet<>())
            .addAll(packagesFrom(sources.resolve(name)));
      }
    }
    assertThat(pages.packagesByModule()).isEqualTo(expected);
  }

  /** The last names of a package and of those below it. */
  private static Set<String> packagesFrom(Path directory) throws IOException {
    try (Stream<Path> below = Files.walk(directory)) {
      return below
          .filter(Files::isDirectory)
          .map(each -> each.getFileName().toString())
          .collect(Collectors.toSet());
    }
  }

  @Test
  void classesThatThePagesForDevelopersNameExist() throws IOException {
    assertThat(pages.classesNamedFor(Pages.README, Pages.ARCHITECTURE, Pages.DEVELOPING))
        .hasSizeGreaterThan(LEAST_CLASSES)
        .isSubsetOf(pages.classes());
  }

  @Test
  void theFirstPagesAreShort() {
    assertThat(bytes(Pages.README)).isLessThanOrEqualTo(README_BYTES);
    assertThat(bytes(Pages.DEVELOPING)).isLessThanOrEqualTo(DEVELOPING_BYTES);
  }

  private int bytes(Path page) {
    return pages.texts().get(page).getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void linksAreThoseOfTheTextAndHeadingsThoseOutsideOfCode() {
    Path page = Path.of("topology", "OTHER.md");
    Pages one =
        new Pages(
            pages.repository(),
            Map.of(
                page,
                """
                # A counter's gaps: `grow`
                [a](README.md#sizing) and `[b](c)`, [d](https://example.org/e)
                ```
                # no heading
                [f](g)
                ```
                """));
    assertThat(one.links()).containsExactly(new Pages.Link(page, "README.md#sizing"));
    assertThat(one.links().get(0).file()).isEqualTo(Path.of("topology", "README.md"));
    assertThat(one.links().get(0).anchor()).isEqualTo("sizing");
    assertThat(one.anchors(page)).containsExactly("a-counters-gaps-grow");
  }
}
