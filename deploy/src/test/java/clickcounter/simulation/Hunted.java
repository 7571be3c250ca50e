package clickcounter.simulation;

/**
 * What a hunt for a mutant came to.
 *
 * @param lives that it took
 * @param failure how the last one failed; empty when none did
 */
record Hunted(long lives, String failure) {
  @Override
  public String toString() {
    return failure.isEmpty()
        ? "not found in " + lives + " lives"
        : "life " + lives + ", " + failure;
  }
}
