package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Anybody can make the files that we publish from the same sources, with the same JDK and the
 * plugins that the poms name, a umask of 022 or 002, and without DEBEMAIL and DEBVERSION, by which
 * jdeb changes the package. Needs the package phase, without {@code -DskipDist}.
 */
@Tag("slow")
@Tag("long")
class ReproducibleBuildTest {
  /** Turkish has another i, Arabic in Egypt other digits; on Kiritimati it is tomorrow. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "TZ", "Pacific/Kiritimati",
          "LC_ALL", "C",
          "LANG", "C",
          "JAVA_TOOL_OPTIONS",
              "-Duser.language=tr -Duser.country=TR -Duser.language.format=ar"
                  + " -Duser.country.format=EG -Duser.name=somebody");

  @TempDir private Path directory;

  @Test
  void anotherUserElsewhereMakesTheSameBytes() throws Exception {
    SortedMap<String, String> ours = Built.here().artifacts();

    SortedMap<String, String> others =
        Built.from(directory.resolve("copy")).build("002", ELSEWHERE).artifacts();

    assertThat(others.keySet())
        .anyMatch(name -> name.endsWith(".deb"))
        .anyMatch(name -> name.endsWith(".tar.gz"))
        .anyMatch(name -> name.endsWith("-storm.jar"));
    assertThat(ours).as("SHA-256 of the running build").containsAllEntriesOf(others);
  }
}
