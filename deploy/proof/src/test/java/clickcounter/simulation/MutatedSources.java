package clickcounter.simulation;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Applies a mutant's edits to the sources, and compiles what changed, all in memory. */
final class MutatedSources {
  private final Path root;
  private final List<File> classPath;

  /** One a thread: each opens all jars of the class path, which takes as long as compiling. */
  private final ThreadLocal<StandardJavaFileManager> files =
      ThreadLocal.withInitial(this::newFileManager);

  /**
   * @param root of the repository
   * @param classPath that the sources compile against
   */
  MutatedSources(Path root, String classPath) {
    this.root = root;
    this.classPath = Stream.of(classPath.split(File.pathSeparator)).map(File::new).toList();
  }

  private StandardJavaFileManager newFileManager() {
    StandardJavaFileManager manager = compiler().getStandardFileManager(null, null, null);
    try {
      manager.setLocation(StandardLocation.CLASS_PATH, classPath);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return manager;
  }

  private static JavaCompiler compiler() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("no Java compiler: the tests need a JDK, not a JRE");
    }
    return compiler;
  }

  /** The repository that this class was built in. */
  static Path repository() {
    Path dir = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(dir.resolve("clicks/src/main/java"))) {
      dir = dir.getParent();
      if (dir == null) {
        throw new IllegalStateException(
            "expected to run inside the repository, found " + Path.of("").toAbsolutePath());
      }
    }
    return dir;
  }

  /**
   * The bytes of the classes that the mutant changes, by name.
   *
   * @throws AssertionError when a text is not found once: the production code was changed, the
   *     mutant has to follow
   */
  Map<String, byte[]> compile(Mutant mutant) {
    Map<String, String> sources = edited(mutant);
    return sources.isEmpty() ? Map.of() : compiled(sources, mutant);
  }

  /** The texts of the files that the mutant changes, as it changes them. */
  Map<String, String> edited(Mutant mutant) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Mutant.Edit edit : mutant.edits()) {
      String source = sources.computeIfAbsent(edit.file(), this::read);
      sources.put(edit.file(), edited(source, edit, mutant));
    }
    return sources;
  }

  private String read(String file) {
    try {
      return Files.readString(root.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String edited(String source, Mutant.Edit edit, Mutant mutant) {
    Pattern pattern =
        Pattern.compile(
            Stream.of(edit.find().strip().split("\\s+"))
                .map(Pattern::quote)
                .collect(Collectors.joining("\\s+")));
    Matcher matcher = pattern.matcher(source);
    if (!matcher.find()) {
      throw new AssertionError(trouble(edit, mutant, "does not stand there any more"));
    }
    int from = matcher.start();
    int to = matcher.end();
    if (matcher.find()) {
      throw new AssertionError(trouble(edit, mutant, "stands there more than once"));
    }
    return source.substring(0, from) + edit.replacement() + source.substring(to);
  }

  private static String trouble(Mutant.Edit edit, Mutant mutant, String what) {
    return "mutant '%s' (breaks: %s): the text %s in %s:%n%s%nThe code has changed: find where this decision is made now, and change the mutant in Mutants.java accordingly."
        .formatted(mutant.name(), mutant.breaks(), what, edit.file(), edit.find());
  }

  private Map<String, byte[]> compiled(Map<String, String> sources, Mutant mutant) {
    StringWriter messages = new StringWriter();
    Memory memory = new Memory(files.get());
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((file, text) -> units.add(new Source(file, text)));
    List<String> options = List.of("-proc:none", "-nowarn");
    if (!compiler().getTask(messages, memory, null, options, null, units).call()) {
      throw new AssertionError("mutant '" + mutant.name() + "' does not compile: " + messages);
    }
    Map<String, byte[]> classes = new HashMap<>();
    memory.classes.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(URI.create("memory:///" + file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    Memory(JavaFileManager manager) {
      super(manager);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return classes.computeIfAbsent(className, name -> new ByteArrayOutputStream());
        }
      };
    }
  }
}
