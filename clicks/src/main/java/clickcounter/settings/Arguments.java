package clickcounter.settings;

/** The words of a command line, before anything is made of them. */
public final class Arguments {
  private static final char REPLACEMENT = '\ufffd';

  private Arguments() {}

  /**
   * Requires words that the JVM could read: it puts the same character for every byte that its
   * locale does not know, so that two ids would be one.
   *
   * @throws IllegalArgumentException naming the first that it could not read, and what to do
   */
  public static void requireReadable(String... words) {
    for (String word : words) {
      if (word.indexOf(REPLACEMENT) >= 0) {
        throw new IllegalArgumentException(
            "the argument '"
                + word
                + "' cannot be read: the locale's encoding is "
                + System.getProperty("sun.jnu.encoding")
                + ", and it has other bytes. Nothing was done. Write it in UTF-8, and set"
                + " LC_ALL=C.UTF-8");
      }
    }
  }
}
