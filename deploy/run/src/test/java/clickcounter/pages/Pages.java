package clickcounter.pages;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The project's pages in Markdown, and what they name, so that tests can tell whether it exists.
 *
 * @param texts by path, relative to the repository
 */
public record Pages(Path repository, Map<Path, String> texts) {
  public static final Path README = Path.of("README.md");
  public static final Path ARCHITECTURE = Path.of("ARCHITECTURE.md");
  public static final Path DEVELOPING = Path.of("DEVELOPING.md");
  private static final List<Path> GUIDE =
      Stream.of("README.md", "OPERATIONS.md", "CAPACITY.md", "REFERENCE.md")
          .map(Path.of("topology")::resolve)
          .toList();

  private static final Set<String> NO_PAGES_IN = Set.of("target", ".git");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:deploy/|(?<=`)|^\\$ )clicks ((?:[^`\\n#]|\\\\\\|)+)");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]\\n]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern MODULE_ROW =
      Pattern.compile("(?m)^\\| \\[[^\\]]*\\]\\(([^)]*)\\) \\|([^|]*)\\|");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");

  /** A link of a page to another file of the repository, or to a heading. */
  public record Link(Path page, String target) {
    /** The file, relative to the repository. */
    public Path file() {
      String name = target.replaceFirst("#.*", "");
      return name.isEmpty() ? page : page.resolveSibling(name).normalize();
    }

    /** Empty if there is none. */
    public String anchor() {
      return target.contains("#") ? target.substring(target.indexOf('#') + 1) : "";
    }
  }

  public static Pages read() throws IOException {
    Path at = Path.of("").toAbsolutePath();
    while (at.getParent() != null && Files.notExists(at.resolve(".mvn"))) {
      at = at.getParent();
    }
    Path repository = at;
    Map<Path, String> texts = new TreeMap<>();
    Files.walkFileTree(
        repository,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            return NO_PAGES_IN.contains(dir.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".md")) {
              texts.put(repository.relativize(file), Files.readString(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return new Pages(repository, texts);
  }

  /**
   * The words after the program, {@code clicks} in code or {@code deploy/clicks} anywhere, on any
   * page; of {@code a b | c} both.
   *
   * @param isCommand whether a word is a command by itself; else it is one of the first word's
   */
  public List<List<String>> commands(Predicate<String> isCommand) {
    List<List<String>> commands = new ArrayList<>();
    for (String text : texts.values()) {
      for (MatchResult found : COMMAND.matcher(text).results().toList()) {
        String[] alternatives = found.group(1).trim().split(" \\| ");
        String first = alternatives[0].split("\\s+")[0];
        for (String alternative : alternatives) {
          List<String> words = new ArrayList<>(Arrays.asList(alternative.split("\\s+")));
          if (!isCommand.test(words.get(0)) && alternatives.length > 1) {
            words.add(0, first);
          }
          commands.add(words);
        }
      }
    }
    return commands;
  }

  /** Every link that leads to no other site. */
  public List<Link> links() {
    List<Link> links = new ArrayList<>();
    texts.forEach(
        (page, text) ->
            LINK.matcher(withoutCode(text))
                .results()
                .map(found -> new Link(page, found.group(1)))
                .filter(link -> !link.target().contains("://"))
                .forEach(links::add));
    return links;
  }

  /** The headings of a page, as GitHub turns them into anchors. */
  public Set<String> anchors(Path page) {
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(BLOCK.matcher(texts.getOrDefault(page, "")).replaceAll(""))
        .results()
        .map(
            found ->
                found
                    .group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'))
        .forEach(anchors::add);
    return anchors;
  }

  private static String withoutCode(String text) {
    return CODE.matcher(BLOCK.matcher(text).replaceAll("")).replaceAll("");
  }

  /** README's table of modules: by the module's folder, the packages that its row names. */
  public Map<String, Set<String>> packagesByModule() {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (MatchResult row : MODULE_ROW.matcher(texts.get(README)).results().toList()) {
      CODE.matcher(row.group(2))
          .results()
          .map(found -> found.group(1))
          .filter(code -> code.matches("[a-z]+"))
          .forEach(name -> packages.computeIfAbsent(row.group(1), m -> new TreeSet<>()).add(name));
    }
    return packages;
  }

  /**
   * The classes that these pages set as code, as {@code Name} or as {@code package.Name}, without
   * the package.
   */
  public Set<String> classesNamedFor(Path... pagesOfInterest) {
    Set<String> names = new TreeSet<>();
    for (Path page : pagesOfInterest) {
      CODE.matcher(BLOCK.matcher(texts.get(page)).replaceAll(""))
          .results()
          .map(found -> found.group(1).replaceFirst("^([a-z]+\\.)*", ""))
          .filter(code -> code.matches("[A-Z][a-z]\\w*"))
          .forEach(names::add);
    }
    return names;
  }

  /** The names of all classes and test classes that have a file of their own. */
  public Set<String> classes() throws IOException {
    try (Stream<Path> files = Files.walk(repository)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Single words that the pages for operators set as code. */
  public Set<String> namesInTheGuide() {
    Set<String> names = new TreeSet<>();
    CODE.matcher(GUIDE.stream().map(texts::get).collect(Collectors.joining()))
        .results()
        .map(found -> found.group(1))
        // A dash or an underscore is in names of Riak's and of documents, never in a setting's.
        .filter(code -> code.matches("[A-Za-z][A-Za-z0-9.]*"))
        .forEach(names::add);
    return names;
  }
}
