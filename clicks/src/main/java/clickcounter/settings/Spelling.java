package clickcounter.settings;

/** Which name was meant by a word that is none. */
public final class Spelling {
  private static final int LETTERS_PER_FAULT = 3;

  private Spelling() {}

  /** Whether a few letters less, more or changed make one of the other. */
  public static boolean isNear(String word, String name) {
    return distance(word, name)
        <= Math.max(1, Math.min(word.length(), name.length()) / LETTERS_PER_FAULT);
  }

  /** How many letters have to be added, removed or replaced: Levenshtein's, by rows. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      int diagonal = i;
      for (int j = 0; j <= b.length(); j++) {
        int above = row[j];
        if (i == 0 || j == 0) {
          row[j] = i + j;
        } else {
          int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
        }
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
