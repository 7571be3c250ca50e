package clickcounter.devnode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** Of a put. */
final class PutTally implements Tally {
  private final int n;
  private final int w;
  private final int pw;
  private final int dw;
  private final List<StoredSiblings> stored = new ArrayList<>();
  private int failed;

  PutTally(int n, int w, int pw, int dw) {
    this.n = n;
    this.w = w;
    this.pw = pw;
    this.dw = dw;
  }

  @Override
  public void add(StoredSiblings versions) {
    stored.add(versions);
  }

  @Override
  public void addFailure() {
    failed++;
  }

  private boolean isMet() {
    // One that fails has said before that it got the request.
    return stored.size() + failed >= w && stored.size() >= dw && stored.size() >= pw;
  }

  @Override
  public boolean isEnough() {
    return isMet() || failed > n - pw || failed > n - dw || stored.size() + failed >= n;
  }

  @Override
  public StoredSiblings response(BinaryOperator<StoredSiblings> merge) {
    if (isMet()) {
      return Tally.merged(stored, merge);
    }
    if (pw >= dw || stored.size() >= dw) {
      throw Tally.unsatisfied("pw", pw, stored.size());
    }
    throw Tally.unsatisfied("dw", dw, stored.size());
  }
}
