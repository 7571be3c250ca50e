package clickcounter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Loads this project's classes anew, some of them changed, and shares all others; also those of
 * this project's packages that use no changed one, which are compiled already.
 */
final class MutantLoader extends ClassLoader {
  private static final String OURS = "clickcounter.";
  private static final Map<String, byte[]> UNCHANGED = new ConcurrentHashMap<>();

  private static final MutatedPackages PACKAGES = new MutatedPackages();

  private final Map<String, byte[]> changed;
  private final Predicate<String> isAnew;

  /**
   * @param changed if empty, all of this project's classes are loaded anew
   */
  MutantLoader(Map<String, byte[]> changed) {
    super(MutantLoader.class.getClassLoader());
    this.changed = changed;
    Set<String> packages =
        PACKAGES.usersOf(changed.keySet().stream().map(MutantLoader::packageOf).toList());
    isAnew = name -> packages.isEmpty() || packages.contains(packageOf(name));
  }

  private static String packageOf(String className) {
    return className.substring(0, className.lastIndexOf('.'));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded =
            name.startsWith(OURS) && isAnew.test(name)
                ? define(name)
                : super.loadClass(name, false);
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
