package clickcounter.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Lists the licenses of jars in a Maven repository, from the POM beside each jar or, as Maven does
 * it, from the nearest of that POM's parents that names any.
 */
final class Licenses {
  private static final int MOST_PARENTS = 10;

  private Licenses() {}

  /**
   * A line for each jar, in the order of their names.
   *
   * @throws IOException naming a jar whose license is unknown
   */
  static String list(List<Path> jars) throws IOException {
    StringBuilder list =
        new StringBuilder(
            "The libraries of others that this distribution has, and their licenses.\n\n");
    List<Path> sorted = new ArrayList<>(jars);
    sorted.sort(Comparator.comparing(Path::getFileName));
    for (Path jar : sorted) {
      list.append(jar.getFileName()).append("\n    ").append(of(jar)).append('\n');
    }
    return list.toString();
  }

  /** {@code .../ARTIFACT/VERSION/ARTIFACT-VERSION[-CLASSIFIER].jar}. */
  private static String of(Path jar) throws IOException {
    Path version = jar.getParent();
    Path pom =
        version.resolve(version.getParent().getFileName() + "-" + version.getFileName() + ".pom");
    Optional<Element> project = Optional.of(read(pom));
    Path repository = repository(project.get(), version);
    for (int i = 0; project.isPresent() && i < MOST_PARENTS; i++) {
      List<String> licenses = named(project.get());
      if (!licenses.isEmpty()) {
        return String.join("; or ", licenses);
      }
      project = parent(project.get(), repository);
    }
    throw new IOException(
        "the license of "
            + jar
            + " is unknown: neither "
            + pom
            + " nor its parents name one. The distribution must not have a jar without a license");
  }

  /** The repository's root, above one directory for each part of the group, artifact, version. */
  private static Path repository(Element project, Path version) throws IOException {
    Optional<String> own = text(project, "groupId");
    String group =
        own.isPresent()
            ? own.get()
            : child(project, "parent")
                .flatMap(parent -> text(parent, "groupId"))
                .orElseThrow(() -> new IOException("no groupId in the POM in " + version));
    Path root = version.getParent().getParent();
    for (int i = 0; i < group.split("\\.").length; i++) {
      root = root.getParent();
    }
    return root;
  }

  private static Optional<Element> parent(Element project, Path repository) throws IOException {
    Optional<Element> parent = child(project, "parent");
    if (parent.isEmpty()) {
      return Optional.empty();
    }
    String group = required(parent.get(), "groupId");
    String artifact = required(parent.get(), "artifactId");
    String version = required(parent.get(), "version");
    return Optional.of(
        read(
            repository
                .resolve(group.replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom")));
  }

  private static List<String> named(Element project) {
    List<String> names = new ArrayList<>();
    child(project, "licenses")
        .ifPresent(
            licenses ->
                children(licenses)
                    .forEach(
                        license ->
                            names.add(
                                (text(license, "name").orElse("")
                                        + text(license, "url")
                                            .map(url -> " (" + url + ")")
                                            .orElse(""))
                                    .strip())));
    return names;
  }

  private static Element read(Path pom) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      try (var in = Files.newInputStream(pom)) {
        return factory.newDocumentBuilder().parse(in).getDocumentElement();
      }
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom + " is no POM: " + e.getMessage(), e);
    }
  }

  private static String required(Element element, String name) throws IOException {
    return text(element, name)
        .orElseThrow(() -> new IOException("a parent in a POM has no " + name));
  }

  private static Optional<String> text(Element element, String name) {
    return child(element, name)
        .map(child -> child.getTextContent().strip().replaceAll("\\s+", " "))
        .filter(text -> !text.isEmpty());
  }

  private static Optional<Element> child(Element element, String name) {
    return children(element).stream().filter(child -> child.getTagName().equals(name)).findFirst();
  }

  private static List<Element> children(Element element) {
    List<Element> children = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }
}
