package clickcounter.devnode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** Of a get. */
final class GetTally implements Tally {
  private final int n;
  private final int r;
  private final int pr;
  private final boolean notfoundOk;
  private final int failThreshold;
  private final List<StoredSiblings> shown = new ArrayList<>();
  private int ok;
  private int notFound;
  private int deleted;
  private int failed;

  GetTally(int n, int r, int pr, boolean notfoundOk, boolean basicQuorum) {
    this.n = n;
    this.r = r;
    this.pr = pr;
    this.notfoundOk = notfoundOk;
    int neverEnough = n - r + 1;
    failThreshold = basicQuorum ? Math.min(n / 2 + 1, neverEnough) : neverEnough;
  }

  @Override
  public void add(StoredSiblings versions) {
    shown.add(versions);
    if (versions.isAbsent() && !notfoundOk) {
      notFound++;
    } else {
      ok++;
      deleted += !versions.isAbsent() && versions.isAbsentOrDeleted() ? 1 : 0;
    }
  }

  @Override
  public void addFailure() {
    failed++;
  }

  private boolean isMet() {
    return ok >= r && ok >= pr;
  }

  @Override
  public boolean isEnough() {
    return isMet() || notFound + failed >= failThreshold || ok + notFound + failed >= n;
  }

  @Override
  public StoredSiblings response(BinaryOperator<StoredSiblings> merge) {
    if (isMet()) {
      return Tally.merged(shown, merge);
    }
    if (notFound + deleted > 0 && ok == deleted && failed == 0) {
      return StoredSiblings.ABSENT;
    }
    if (pr >= r || ok >= r) {
      throw Tally.unsatisfied("pr", pr, ok);
    }
    throw Tally.unsatisfied("r", r, ok);
  }
}
