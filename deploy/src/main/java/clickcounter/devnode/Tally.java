package clickcounter.devnode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The answers of the replicas to one request, as they come in: whether they are enough, and what
 * they say together. The rules and the words are those of {@code riak_kv_get_core} and {@code
 * riak_kv_put_core}.
 */
abstract sealed class Tally {

  /** What the replicas that answered have; ABSENT for one that has nothing. */
  final List<Versions> shown = new ArrayList<>();

  int failed;

  abstract void add(Versions versions);

  final void addFailure() {
    failed++;
  }

  abstract boolean isEnough();

  /** What the client is told to have been found, or stored. */
  abstract Versions response(BinaryOperator<Versions> merge);

  final Versions merged(BinaryOperator<Versions> merge) {
    return shown.stream().reduce(Versions.ABSENT, merge);
  }

  static RefusedException unsatisfied(String quorum, int asked, int met) {
    return new RefusedException("{%s_val_unsatisfied,%d,%d}".formatted(quorum, asked, met));
  }

  static final class OfGet extends Tally {
    private final int n;
    private final int r;
    private final int pr;
    private final boolean notfoundOk;
    private final int failThreshold;
    private int ok;
    private int notFound;
    private int deleted;

    OfGet(int n, int r, int pr, boolean notfoundOk, boolean basicQuorum) {
      this.n = n;
      this.r = r;
      this.pr = pr;
      this.notfoundOk = notfoundOk;
      int neverEnough = n - r + 1;
      failThreshold = basicQuorum ? Math.min(n / 2 + 1, neverEnough) : neverEnough;
    }

    @Override
    void add(Versions versions) {
      shown.add(versions);
      if (versions.isAbsent() && !notfoundOk) {
        notFound++;
      } else {
        ok++;
        deleted += !versions.isAbsent() && versions.isAbsentOrDeleted() ? 1 : 0;
      }
    }

    /** All replicas are primaries, so that r and pr count the same. */
    private boolean isMet() {
      return ok >= r && ok >= pr;
    }

    @Override
    boolean isEnough() {
      return isMet() || notFound + failed >= failThreshold || ok + notFound + failed >= n;
    }

    @Override
    Versions response(BinaryOperator<Versions> merge) {
      if (isMet()) {
        return merged(merge);
      }
      if (notFound + deleted > 0 && ok == deleted && failed == 0) {
        return Versions.ABSENT;
      }
      if (pr >= r || ok >= r) {
        throw unsatisfied("pr", pr, ok);
      }
      throw unsatisfied("r", r, ok);
    }
  }

  static final class OfPut extends Tally {
    private final int n;
    private final int w;
    private final int pw;
    private final int dw;

    OfPut(int n, int w, int pw, int dw) {
      this.n = n;
      this.w = w;
      this.pw = pw;
      this.dw = dw;
    }

    @Override
    void add(Versions versions) {
      shown.add(versions);
    }

    private boolean isMet() {
      // One that fails has said before that it got the request.
      return shown.size() + failed >= w && shown.size() >= dw && shown.size() >= pw;
    }

    @Override
    boolean isEnough() {
      return isMet() || failed > n - pw || failed > n - dw || shown.size() + failed >= n;
    }

    @Override
    Versions response(BinaryOperator<Versions> merge) {
      if (isMet()) {
        return merged(merge);
      }
      if (pw >= dw || shown.size() >= dw) {
        throw unsatisfied("pw", pw, shown.size());
      }
      throw unsatisfied("dw", dw, shown.size());
    }
  }
}
