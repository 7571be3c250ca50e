package clickcounter.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which of this project's packages use which, by the names that stand in their classes. */
final class MutatedPackages {
  private static final String ROOT = "clickcounter";
  private static final Pattern NAME = Pattern.compile("(" + ROOT + "(?:/[a-z]+)+)/[A-Z]");

  /** By package: those that its classes name. */
  private final Map<String, Set<String>> uses = new HashMap<>();

  MutatedPackages() {
    try {
      for (URL place :
          Collections.list(MutatedPackages.class.getClassLoader().getResources(ROOT))) {
        read(URI.create(place.toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(URI place) throws IOException {
    if (place.getScheme().equals("jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
        read(jar.getPath(ROOT));
      }
    } else {
      read(Path.of(place));
    }
  }

  private void read(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".class")) {
          String name = ROOT + "/" + directory.relativize(file.getParent());
          Set<String> used = uses.computeIfAbsent(dotted(name), each -> new HashSet<>());
          String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
          NAME.matcher(text).results().forEach(found -> used.add(dotted(found.group(1))));
        }
      }
    }
  }

  private static String dotted(String path) {
    return path.replace('/', '.');
  }

  /** These packages, and all that use them or what uses them. */
  Set<String> usersOf(Collection<String> packages) {
    Set<String> users = new HashSet<>(packages);
    boolean more = true;
    while (more) {
      List<String> next =
          uses.entrySet().stream()
              .filter(each -> !Collections.disjoint(each.getValue(), users))
              .map(Map.Entry::getKey)
              .toList();
      more = users.addAll(next);
    }
    return users;
  }
}
