package clickcounter.tools.audit;

/** A field that says something else than the archive. */
public record Difference(String field, String expected, String actual) {
  @Override
  public String toString() {
    return field + ": expected " + expected + ", found " + actual;
  }
}
