package clickcounter.benchmark;

import java.util.Locale;

/** What held a run back. The first one that applies, in this order. */
enum Bound {
  PROCESSOR("the processor"),
  STORE("the store"),
  OUR_PUT_RATE("a limit of ours, putsPerSecond"),
  DISK("the broker's disk"),
  OUR_PENDING_BYTES("a limit of ours, maxPendingMb"),
  IN_TURNS("processor, store and disk in turns"),
  UNKNOWN("nothing that was watched: threads wait for each other");

  private static final double BUSY = 0.95;
  private static final double MOST_OF_THE_TIME = 0.5;

  /** Sum of the shares of processor, store and disk from which on they overlap. */
  private static final double MORE_THAN_ONE = 1.2;

  private final String title;

  Bound(String title) {
    this.title = title;
  }

  /**
   * What was seen of a run. Shares are of its samples, 0 to 1.
   *
   * @param coresInUse by this process
   * @param machineCoresInUse by all processes
   * @param cores of the machine
   * @param putsAtLimit share in which nearly as many puts were in flight as may be
   * @param putRateShare puts a second by the limit of them; 0 without a limit
   * @param journalSyncing share in which the broker's journal waited for the disk
   * @param bytesAtLimit the same for the memory of pending messages
   * @param medianPutMs from call to answer
   */
  record Observed(
      double coresInUse,
      double machineCoresInUse,
      int cores,
      double putsAtLimit,
      double putRateShare,
      double journalSyncing,
      double bytesAtLimit,
      double medianPutMs) {}

  static Bound of(Observed run) {
    double processor = Math.max(run.coresInUse(), run.machineCoresInUse()) / run.cores();
    if (processor >= BUSY) {
      return PROCESSOR;
    }
    if (run.putsAtLimit() > MOST_OF_THE_TIME) {
      return STORE;
    }
    if (run.putRateShare() >= BUSY) {
      return OUR_PUT_RATE;
    }
    if (run.journalSyncing() > MOST_OF_THE_TIME) {
      return DISK;
    }
    if (run.bytesAtLimit() > MOST_OF_THE_TIME) {
      return OUR_PENDING_BYTES;
    }
    double all = processor + run.putsAtLimit() + run.journalSyncing();
    return all > MORE_THAN_ONE ? IN_TURNS : UNKNOWN;
  }

  /** The bound, and what it was found by. */
  static String text(Observed run) {
    return String.format(
        Locale.ROOT,
        "bound by %s: %.2f of %d cores in use (%.2f with other programs), puts in flight at their"
            + " limit %.0f %% of the time (%.1f ms each), the journal syncing %.0f %%, memory of"
            + " pending messages at its limit %.0f %%",
        of(run).title,
        run.coresInUse(),
        run.cores(),
        run.machineCoresInUse(),
        100 * run.putsAtLimit(),
        run.medianPutMs(),
        100 * run.journalSyncing(),
        100 * run.bytesAtLimit());
  }
}
