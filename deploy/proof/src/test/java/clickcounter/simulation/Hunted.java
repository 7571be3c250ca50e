package clickcounter.simulation;

/**
 * What a hunt for a mutant came to.
 *
 * @param life the last one
 * @param claim that was found wrong in it; empty when none was of those that count
 * @param failure how it failed; empty when it did not
 * @param others how many lives failed by something that does not count; empty when none did
 */
record Hunted(long life, String claim, String failure, String others) {
  boolean found() {
    return !claim.isEmpty();
  }

  @Override
  public String toString() {
    String text =
        found() ? "life " + life + ", " + claim + ", " + failure : "not found up to life " + life;
    return others.isEmpty() ? text : text + "; lives that failed by what does not count: " + others;
  }
}
