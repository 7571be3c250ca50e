package clickcounter.check;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.check.Findings.Finding;
import clickcounter.check.Findings.Question;
import clickcounter.check.Findings.Result;
import clickcounter.cli.NoVerdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the answers to questions. */
class ChecksTest {
  private static final Question GOOD = () -> "fine";
  private static final Question AWAY =
      () -> {
        throw new IOException("it is away");
      };
  private static final Question UNKNOWN =
      () -> {
        throw new NoVerdict("nobody knows");
      };

  private final List<String> screen = new ArrayList<>();
  private final Findings findings = new Findings(finding -> screen.addAll(finding.lines()));

  private boolean ask(String name, Question question) {
    return findings.ask(name, "good", "some.setting", question);
  }

  private List<Result> results() {
    return findings.all().stream().map(Finding::result).toList();
  }

  @Test
  void allAsExpectedIsSuccess() {
    assertThat(ask("a", GOOD)).isTrue();

    assertThat(findings.exitCode()).isZero();
    assertThat(results()).containsExactly(Result.OK);
    assertThat(findings.conclusion()).isEqualTo("OK: all is as expected.");
  }

  @Test
  void whatIsNotKnownIsThreeAndAFaultTwo() {
    assertThat(ask("a", GOOD)).isTrue();
    assertThat(ask("b", UNKNOWN)).isFalse();
    assertThat(findings.exitCode()).isEqualTo(3);

    assertThat(ask("c", AWAY)).isFalse();
    assertThat(findings.exitCode()).isEqualTo(2);
    assertThat(results()).containsExactly(Result.OK, Result.UNKNOWN, Result.FAULT);
    assertThat(findings.conclusion()).isEqualTo("1 fault, 1 not known");
  }

  @Test
  void onlyFaultsOfWhatWorkersNeedStopThem() {
    findings.ask("broker", "lets workers log in", "broker.url", AWAY);
    ask("b", AWAY);

    assertThat(findings.faults(true))
        .extracting(Finding::line)
        .containsExactly("broker: it is away. Expected: lets workers log in (settings broker.url)");
    assertThat(findings.faults(false)).extracting(Finding::name).containsExactly("b");
  }

  @Test
  void settingsThatTheFaultNamesAreNotNamedTwice() {
    Question away =
        () -> {
          throw new IOException("it is away (settings broker.url)");
        };

    findings.ask("broker", "works", "broker.url", away);

    assertThat(findings.faults(true))
        .extracting(Finding::line)
        .containsExactly("broker: it is away (settings broker.url). Expected: works");
  }

  @Test
  void aPersonSeesOneLineACheckAndMoreOfAFault() {
    ask("a", GOOD);
    ask("b", AWAY);

    screen.add(findings.conclusion());
    assertThat(String.join("\n", screen))
        .isEqualTo(
            """
            ok       a                    fine
            FAULT    b                    it is away
                                          expected: good
                                          settings: some.setting
            1 fault""");
  }
}
