package clickcounter.drill;

import java.io.IOException;

/**
 * A drill that needs nothing but the cluster that all drills share.
 *
 * @param onStrike see {@link Drill#strike}
 * @param onProof see {@link Drill#proof}
 */
record InjectedFault(String name, String fault, int leastStrikes, Strike onStrike, Proof onProof)
    implements Drill {
  InjectedFault(String name, String fault, Strike onStrike, Proof onProof) {
    this(name, fault, 1, onStrike, onProof);
  }

  /** Injects the fault once. */
  interface Strike {
    long on(TestBed bed) throws IOException, InterruptedException;
  }

  /** Shows that the fault took place. */
  interface Proof {
    String of(TestBed bed) throws IOException;
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    return onStrike.on(bed);
  }

  @Override
  public String proof(TestBed bed) throws IOException {
    return onProof.of(bed);
  }
}
