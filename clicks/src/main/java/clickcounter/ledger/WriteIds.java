package clickcounter.ledger;

import java.util.random.RandomGenerator;

/**
 * Ids of writes: a random part for this life of a writer, and a number. Two lives share the random
 * part with a probability of one in 2.8 million million.
 */
public final class WriteIds {
  private static final int LENGTH = 8;

  private final String life;
  private long number;

  public WriteIds(RandomGenerator random) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < LENGTH; i++) {
      letters.append(Character.forDigit(random.nextInt(36), 36));
    }
    life = letters.append('.').toString();
  }

  public String next() {
    return life + Long.toString(number++, 36);
  }
}
