package clickcounter.check;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.check.Check.Question;
import clickcounter.check.Checks.Findings;
import clickcounter.check.Finding.Result;
import clickcounter.cli.NoVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the answers to a list of questions. */
class ChecksTest {
  private static final Question GOOD = () -> Answer.ok("fine");
  private static final Question AWAY =
      () -> {
        throw new IOException("it is away");
      };
  private static final Question UNKNOWN =
      () -> {
        throw new NoVerdict("nobody knows");
      };

  private static Check check(String name, Question question) {
    return Check.of(name, "good", "some.setting", question);
  }

  private static Findings run(Check... checks) {
    return new Checks(List.of(checks)).run(finding -> {});
  }

  private static List<Result> results(Findings findings) {
    return findings.all().stream().map(Finding::result).toList();
  }

  @Test
  void allAsExpectedIsSuccessAndSoIsWhatNobodyAskedFor() {
    Findings findings =
        run(check("a", GOOD), check("b", () -> Answer.skipped("nobody asked for it")));

    assertThat(findings.exitCode()).isZero();
    assertThat(results(findings)).containsExactly(Result.OK, Result.SKIPPED);
  }

  @Test
  void aFaultIsTwoAndWhatIsNotKnownThree() {
    assertThat(run(check("a", AWAY), check("b", UNKNOWN)).exitCode()).isEqualTo(2);
    assertThat(run(check("a", GOOD), check("b", UNKNOWN)).exitCode()).isEqualTo(3);
  }

  @Test
  void whatDependsOnAFaultIsNotAskedAndUnknown() {
    List<String> asked = new ArrayList<>();
    Question noted =
        () -> {
          asked.add("b");
          return Answer.ok("");
        };

    Findings findings = run(check("a", AWAY), check("b", noted).after("a"), check("c", GOOD));

    assertThat(results(findings)).containsExactly(Result.FAULT, Result.UNKNOWN, Result.OK);
    assertThat(asked).isEmpty();
  }

  @Test
  void onlyFaultsOfWhatWorkersNeedStopThem() {
    Findings findings =
        run(Check.ofWorkers("broker", "lets workers log in", "broker.url", AWAY), check("b", AWAY));

    assertThat(findings.stopWorkers())
        .extracting(Finding::line)
        .containsExactly("broker: it is away. Expected: lets workers log in (settings broker.url)");
    assertThat(findings.otherFaults()).extracting(Finding::name).containsExactly("b");
  }

  @Test
  void settingsThatTheFaultNamesAreNotNamedTwice() {
    Question away =
        () -> {
          throw new IOException("it is away (settings broker.url)");
        };

    assertThat(run(Check.ofWorkers("broker", "works", "broker.url", away)).stopWorkers())
        .extracting(Finding::line)
        .containsExactly("broker: it is away (settings broker.url). Expected: works");
  }

  @Test
  void aPersonSeesOneLineACheckAndMoreOfAFault() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CheckText text = new CheckText(new PrintStream(out, true, StandardCharsets.UTF_8));

    text.end(new Checks(List.of(check("a", GOOD), check("b", AWAY))).run(text::print));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            ok       a                    fine
            FAULT    b                    it is away
                                          expected: good
                                          settings: some.setting
            1 fault
            """);
  }
}
