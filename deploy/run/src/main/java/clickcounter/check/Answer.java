package clickcounter.check;

import clickcounter.check.Finding.Result;

/**
 * The answer to the question of a check.
 *
 * @param found what is so, or why it is not known
 */
record Answer(Result result, String found) {
  static Answer ok(String found) {
    return new Answer(Result.OK, found);
  }

  static Answer fault(String found) {
    return new Answer(Result.FAULT, found);
  }

  static Answer unknown(String why) {
    return new Answer(Result.UNKNOWN, why);
  }

  static Answer skipped(String why) {
    return new Answer(Result.SKIPPED, why);
  }

  /** What is so, and whether that is as it should be. */
  static Answer of(boolean asExpected, String found) {
    return asExpected ? ok(found) : fault(found);
  }
}
