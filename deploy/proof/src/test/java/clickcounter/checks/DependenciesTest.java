package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.pages.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The tables of {@code deploy/DEPENDENCIES.md} are the dependencies and plugins of the poms. */
class DependenciesTest {
  private static final Path PAGE = Path.of("deploy", "DEPENDENCIES.md");
  private static final int MOST_WORDS = 300;
  private static final String OURS = "org.clickcounter";

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*) \\| ([^|]*) \\|$");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern WORD = Pattern.compile("[\\p{L}`][^\\s|]*");

  private final Pages pages = Pages.read();

  DependenciesTest() throws IOException {}

  @Test
  void theTablesNameWhatThePomsName() throws Exception {
    Set<String> named = new TreeSet<>();
    Element parent = pom(Path.of(""));
    addTo(named, parent);
    for (Element module : below(parent, "module")) {
      addTo(named, pom(Path.of(module.getTextContent())));
    }
    assertThat(named).hasSizeGreaterThan(40);
    assertThat(tables()).containsExactlyElementsOf(named);
  }

  @Test
  void eachSaysWhyItIsThereInFewWords() {
    assertThat(rows()).allSatisfy(row -> assertThat(row.group(2)).isNotBlank());
    assertThat(WORD.matcher(page()).results()).hasSizeLessThanOrEqualTo(MOST_WORDS);
  }

  private String page() {
    return pages.texts().get(PAGE);
  }

  private List<MatchResult> rows() {
    return ROW.matcher(page()).results().toList();
  }

  private List<String> tables() {
    return rows().stream()
        .flatMap(row -> NAME.matcher(row.group(1)).results())
        .map(name -> name.group(1))
        .sorted()
        .toList();
  }

  private Element pom(Path module) throws Exception {
    Path file = pages.repository().resolve(module).resolve("pom.xml");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Files.newInputStream(file))
        .getDocumentElement();
  }

  /** What a pom uses or, of plugins, manages; not the versions that it manages of dependencies. */
  private static void addTo(Set<String> named, Element pom) {
    Stream.of("dependency", "plugin", "path")
        .flatMap(kind -> below(pom, kind).stream())
        .filter(each -> !isWithin(each, "dependencyManagement"))
        .filter(each -> !text(each, "groupId").equals(OURS))
        .map(each -> text(each, "artifactId"))
        .filter(name -> !name.isEmpty())
        .forEach(named::add);
  }

  private static boolean isWithin(Node node, String name) {
    return node != null
        && (node.getNodeName().equals(name) || isWithin(node.getParentNode(), name));
  }

  /** Empty if it has none: a name in the configuration of a plugin. */
  private static String text(Element element, String child) {
    for (Node each = element.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each.getNodeName().equals(child)) {
        return each.getTextContent().strip();
      }
    }
    return "";
  }

  private static List<Element> below(Element root, String name) {
    NodeList found = root.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
