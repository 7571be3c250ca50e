package clickcounter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Loads this project's classes anew, some of them changed; shares all others. */
final class MutantLoader extends ClassLoader {
  private static final String OURS = "clickcounter.";
  private static final Map<String, byte[]> UNCHANGED = new ConcurrentHashMap<>();

  private final Map<String, byte[]> changed;

  MutantLoader(Map<String, byte[]> changed) {
    super(MutantLoader.class.getClassLoader());
    this.changed = changed;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = name.startsWith(OURS) ? define(name) : super.loadClass(name, false);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private Class<?> define(String name) {
    byte[] bytes = changed.getOrDefault(name, UNCHANGED.computeIfAbsent(name, this::bytesOf));
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] bytesOf(String name) {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
