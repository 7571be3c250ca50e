package clickcounter.ledger;

import java.util.random.RandomGenerator;

/**
 * Creates unique ids of writes: a random prefix for each start of a writer, then a number. The
 * prefix has 8 characters of base 36, so two starts share it with a probability of 1 in 2.8
 * trillion.
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
