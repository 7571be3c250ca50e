package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
  private static final Instant START = Instant.parse("2026-11-23T00:00:00Z");

  @TempDir Path root;

  @Test
  void aSkippedTestIsNamedWithItsReason() throws Exception {
    report("bolts", "RiakContractTest", START.plusSeconds(1));

    assertThat(SkippedTests.find(root, START))
        .containsExactly("RiakContractTest.contract: no Riak");
  }

  @Test
  void reportsOfAnEarlierBuildAreLeftOut() throws Exception {
    report("bolts", "RiakContractTest", START.minusSeconds(1));

    assertThat(SkippedTests.find(root, START)).isEmpty();
  }

  private void report(String module, String test, Instant written) throws Exception {
    Path directory =
        Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
    Path file = directory.resolve("TEST-" + test + ".xml");
    Files.writeString(
        file,
        """
        <testsuite name="%1$s">
          <testcase name="contract" classname="%1$s"><skipped message="no Riak"/></testcase>
          <testcase name="ran" classname="%1$s"/>
        </testsuite>
        """
            .formatted(test));
    Files.setLastModifiedTime(file, FileTime.from(written));
  }
}
