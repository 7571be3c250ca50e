package clickcounter.simulation;

/**
 * What a hunt for a mutant came to.
 *
 * @param lives that it took
 * @param check what was found wrong in the last one; empty when nothing was
 * @param failure how the last one failed; empty when none did
 */
record Hunted(long lives, String check, String failure) {
  @Override
  public String toString() {
    return failure.isEmpty()
        ? "not found in " + lives + " lives"
        : "life " + lives + ", " + check + ", " + failure;
  }
}
