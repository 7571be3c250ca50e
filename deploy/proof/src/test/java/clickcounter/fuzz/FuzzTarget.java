package clickcounter.fuzz;

import java.util.Random;

/** A reader of what may be damaged, and what it promises. */
interface FuzzTarget {
  String name();

  /** How many inputs it gets in a round of all targets. */
  default int share() {
    return 30;
  }

  /** One damaged input, ready to be read. */
  FuzzCase draw(Random random);
}
