package clickcounter.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints at the end of {@code mvn verify} which tests were left out or skipped and why, so that a
 * green build says what it did not check. It reads the reports that Surefire wrote since the build
 * began.
 */
public final class SkippedTests {
  private static final String REPORTS = "target/surefire-reports";

  private SkippedTests() {}

  /**
   * @param args the project's directory, the time the build began (ISO-8601), and the tag of tests
   *     that were left out
   */
  public static void main(String[] args) throws Exception {
    List<String> skipped = find(Path.of(args[0]), Instant.parse(args[1]));
    System.out.println(skipped.isEmpty() ? "No test was skipped." : "Skipped tests:");
    skipped.forEach(line -> System.out.println("  " + line));
    System.out.println("Left out: tests with the tag '" + args[2] + "' (-Dtests.excluded).");
  }

  /** A line for each skipped test of all modules: class, test and reason. */
  static List<String> find(Path root, Instant since) throws Exception {
    List<String> skipped = new ArrayList<>();
    for (Path report : reports(root, since)) {
      NodeList cases = parse(report).getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        addIfSkipped((Element) cases.item(i), skipped);
      }
    }
    return skipped;
  }

  /** The reports of all modules; a module may have modules of its own. */
  private static List<Path> reports(Path root, Instant since) throws IOException {
    List<Path> reports = new ArrayList<>();
    try (Stream<Path> directories = Files.walk(root, 2).filter(Files::isDirectory).sorted()) {
      for (Path directory : directories.map(module -> module.resolve(REPORTS)).toList()) {
        if (Files.isDirectory(directory)) {
          addReports(directory, since, reports);
        }
      }
    }
    return reports;
  }

  private static void addReports(Path directory, Instant since, List<Path> reports)
      throws IOException {
    try (Stream<Path> files = Files.list(directory).sorted()) {
      for (Path file : files.filter(path -> path.toString().endsWith(".xml")).toList()) {
        if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
          reports.add(file);
        }
      }
    }
  }

  private static Element parse(Path report)
      throws IOException, SAXException, ParserConfigurationException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(report.toFile())
        .getDocumentElement();
  }

  private static void addIfSkipped(Element test, List<String> skipped) {
    NodeList reasons = test.getElementsByTagName("skipped");
    if (reasons.getLength() > 0) {
      String reason = reason((Element) reasons.item(0));
      skipped.add(
          "%s.%s: %s"
              .formatted(
                  test.getAttribute("classname"),
                  test.getAttribute("name"),
                  reason.isBlank() ? "no reason given" : reason));
    }
  }

  /** An assumption of AssertJ has its reason on a line of its own, after the exception's name. */
  private static String reason(Element skipped) {
    String message = skipped.getAttribute("message");
    return message.isBlank()
        ? skipped
            .getTextContent()
            .lines()
            .skip(1)
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("at "))
            .findFirst()
            .orElse("")
        : message;
  }
}
