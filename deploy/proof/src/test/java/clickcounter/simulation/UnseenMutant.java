package clickcounter.simulation;

/**
 * A wrong decision that the simulation does not find in reasonable time. A test of the code finds
 * it.
 *
 * @param mutant the decision
 * @param testClass by its whole name
 * @param test its method that fails
 */
record UnseenMutant(Mutant mutant, String testClass, String test) {
  @Override
  public String toString() {
    return mutant.name();
  }
}
