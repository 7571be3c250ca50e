package clickcounter.check;

import clickcounter.check.Finding.Result;
import clickcounter.cli.IoErrors;
import clickcounter.cli.NoVerdict;
import java.io.IOException;

/**
 * One question to one part of the system.
 *
 * @param after the check without whose success the question has no answer; null for none
 * @param settings those that the answer depends on; empty for none
 * @param stopsWorkers whether no worker starts if it is not as expected
 */
record Check(
    String name,
    String after,
    String expected,
    String settings,
    boolean stopsWorkers,
    Question question) {

  /** Asks the part. */
  interface Question {
    /**
     * @throws IOException that says what is wrong
     * @throws NoVerdict that says why it is not known
     */
    Answer ask() throws IOException;
  }

  /** A check without whose success no worker starts. */
  static Check ofWorkers(String name, String expected, String settings, Question question) {
    return new Check(name, null, expected, settings, true, question);
  }

  static Check of(String name, String expected, String settings, Question question) {
    return new Check(name, null, expected, settings, false, question);
  }

  /** The same check, which is asked after the success of another one only. */
  Check after(String other) {
    return new Check(name, other, expected, settings, stopsWorkers, question);
  }

  Finding finding() {
    Answer answer;
    try {
      answer = question.ask();
    } catch (NoVerdict e) {
      answer = Answer.unknown(e.getMessage());
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      answer = Answer.fault(IoErrors.message(e));
    }
    return finding(answer);
  }

  /**
   * The finding without a question.
   *
   * @param before how the check ended without whose success there is no answer
   */
  Finding notAsked(Result before) {
    return finding(
        before == Result.SKIPPED
            ? Answer.skipped("not asked, as " + after)
            : Answer.unknown("not asked: see " + after));
  }

  private Finding finding(Answer answer) {
    return new Finding(name, answer.result(), String.valueOf(answer.found()), expected, settings);
  }

  /** Whether no worker starts with this finding. */
  boolean stopsWorkers(Finding finding) {
    return stopsWorkers && finding.result() == Result.FAULT;
  }
}
