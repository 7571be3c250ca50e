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
  void theReasonOfAnAssumptionOfAssertJIsFound() throws Exception {
    report(
        "bolts",
        "RiakContractTest",
        START.plusSeconds(1),
        """
        <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException:\s
        assumption was not met due to: [no Riak]\s
        Expecting value to be true but was false
        \tat java.base/Method.invoke(Method.java)
        ]]></skipped>
        """);

    assertThat(SkippedTests.find(root, START))
        .containsExactly("RiakContractTest.contract: assumption was not met due to: [no Riak]");
  }

  @Test
  void aReasonThatNobodyGaveIsSaidToBeMissing() throws Exception {
    report(
        "bolts",
        "RiakContractTest",
        START.plusSeconds(1),
        "<skipped><![CDATA[org.opentest4j.TestAbortedException\n\tat java.base/Method.invoke]]></skipped>");

    assertThat(SkippedTests.find(root, START))
        .containsExactly("RiakContractTest.contract: no reason given");
  }

  @Test
  void reportsOfAnEarlierBuildAreLeftOut() throws Exception {
    report("bolts", "RiakContractTest", START.minusSeconds(1));

    assertThat(SkippedTests.find(root, START)).isEmpty();
  }

  private void report(String module, String test, Instant written) throws Exception {
    report(module, test, written, "<skipped message=\"no Riak\"/>");
  }

  private void report(String module, String test, Instant written, String skipped)
      throws Exception {
    Path directory =
        Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
    Path file = directory.resolve("TEST-" + test + ".xml");
    Files.writeString(
        file,
        """
        <testsuite name="%1$s">
          <testcase name="contract" classname="%1$s">%2$s</testcase>
          <testcase name="ran" classname="%1$s"/>
        </testsuite>
        """
            .formatted(test, skipped));
    Files.setLastModifiedTime(file, FileTime.from(written));
  }
}
