package clickcounter.drill;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;

/**
 * A drill on the cluster that all drills share: inject a fault, end it, recover, confirm. An
 * instance is for one run. What is null does nothing.
 *
 * @param leastStrikes see {@link Drill#leastStrikes}; 0 for 1
 * @param inject makes the fault, and stays until it has shown
 * @param end ends the fault, also if {@code inject} fails
 * @param recover restarts what has to be restarted, and waits for what has to come back, before
 *     messages are acknowledged again
 * @param lasts whether the recovery is measured from the end of the fault, not from its beginning
 * @param confirm checks that the fault had its effect, after the recovery
 * @param proof see {@link Drill#proof}
 */
@RecordBuilder
record InjectedFault(
    String name,
    String fault,
    int leastStrikes,
    Action inject,
    Action end,
    Action recover,
    boolean lasts,
    Action confirm,
    Proof proof,
    Tally tally)
    implements Drill {
  private static final Action NOTHING = bed -> {};

  InjectedFault {
    requireNonNull(name);
    requireNonNull(fault);
    requireNonNull(inject);
    requireNonNull(proof);
    leastStrikes = Math.max(1, leastStrikes);
    end = requireNonNullElse(end, NOTHING);
    recover = requireNonNullElse(recover, NOTHING);
    confirm = requireNonNullElse(confirm, NOTHING);
    tally = requireNonNullElseGet(tally, Tally::new);
  }

  /** A part of a strike. */
  interface Action {
    void on(TestBed bed) throws IOException, InterruptedException;
  }

  /** Shows that the faults took place. */
  interface Proof {
    String of(TestBed bed, Tally tally) throws IOException;
  }

  /** Figures of all strikes of a run. */
  static final class Tally {
    private int times;
    private long underWay;
    private long ms;
    private long logged;

    int times() {
      return times;
    }

    /** Messages under way when faults began. */
    long underWay() {
      return underWay;
    }

    /** The duration of all faults. */
    long seconds() {
      return ms / 1_000;
    }

    /** Events that the services logged during faults. */
    long logged() {
      return logged;
    }
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    tally.underWay += bed.requireWork().waiting();
    long loggedBefore = bed.load().logged();
    long startNs = System.nanoTime();
    try {
      inject.on(bed);
    } finally {
      end.on(bed);
    }
    long endNs = System.nanoTime();
    tally.ms += (endNs - startNs) / 1_000_000;
    tally.logged += bed.load().logged() - loggedBefore;
    tally.times++;
    recover.on(bed);
    long recoveryMs = bed.awaitProgress(lasts ? endNs : startNs);
    confirm.on(bed);
    return recoveryMs;
  }

  @Override
  public String proof(TestBed bed) throws IOException {
    return proof.of(bed, tally);
  }
}
