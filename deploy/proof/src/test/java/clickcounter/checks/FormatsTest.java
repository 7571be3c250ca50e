package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.pages.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No format is without samples: clicks/FORMATS.md lists them, and the tests that read them. */
class FormatsTest {
  private static final Path PAGE = Path.of("clicks", "FORMATS.md");
  private static final Pattern TYPE =
      Pattern.compile("application/vnd\\.click-counter\\.([a-z-]+)\\.v(\\d+)\\+json");
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
  private static final int LEAST_TYPES = 6;
  private static final int MOST_WORDS = 400;

  private final Pages pages;

  FormatsTest() throws IOException {
    pages = Pages.read();
  }

  private Stream<Path> files(String part, String ending) throws IOException {
    return Files.walk(pages.repository())
        .filter(path -> path.toString().contains(part) && path.toString().endsWith(ending));
  }

  /** A new version of a type, too: {@code ad.v2} needs a sample {@code ad-v2-….json}. */
  @Test
  void everyContentTypeHasASample() throws IOException {
    Set<String> types = new TreeSet<>();
    try (Stream<Path> sources = files("/src/main/java/", ".java")) {
      for (Path source : sources.toList()) {
        TYPE.matcher(Files.readString(source))
            .results()
            .map(type -> type.group(1) + (type.group(2).equals("1") ? "" : "-v" + type.group(2)))
            .forEach(types::add);
      }
    }
    Set<String> samples;
    try (Stream<Path> found = files("/src/test/resources/clickcounter/formats/1.", ".json")) {
      samples = found.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
    }
    assertThat(types).hasSizeGreaterThanOrEqualTo(LEAST_TYPES);
    assertThat(types)
        .allSatisfy(type -> assertThat(samples).anyMatch(sample -> sample.startsWith(type)));
  }

  @Test
  void everyTestOfSamplesIsInTheTableAndExists() throws IOException {
    String page = pages.texts().get(PAGE);
    Set<String> named =
        TEST.matcher(page).results().map(test -> test.group(1)).collect(Collectors.toSet());
    try (Stream<Path> tests = files("/src/test/java/", "Of100Test.java")) {
      assertThat(tests.map(test -> test.getFileName().toString().replace(".java", "")))
          .isNotEmpty()
          .isSubsetOf(named);
    }
    assertThat(pages.classes()).containsAll(named);
  }

  @Test
  void theTableIsShort() {
    String page = pages.texts().get(PAGE);
    assertThat(page.replace("|", " ").strip().split("\\s+")).hasSizeLessThanOrEqualTo(MOST_WORDS);
  }
}
