package clickcounter.tools.check;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.Verdict.Charge;
import clickcounter.tools.common.Texts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An event that verdicts judge, and these verdicts.
 *
 * <p>The sums do not depend on the order of the verdicts: invalidations less reinstatements must be
 * 0 or 1 in the end. Of verdicts that fit no charged click they must be 0, so a wrong verdict that
 * another one takes back is a fault no more.
 *
 * <p>Not thread-safe.
 */
final class JudgedClick {
  private static final int NAMED_OTHERS = 3;

  private final String counterId;
  private final long sequence;
  private final List<Verdict> verdicts = new ArrayList<>(1);

  /** Of the event that is judged; null until it is read. */
  private Path file;

  private long line;
  private String type;

  /** Null if the event is no click, or before it is read. */
  private Charge charge;

  JudgedClick(String counterId, long sequence) {
    this.counterId = counterId;
    this.sequence = sequence;
  }

  void add(EventLine verdict, Path verdictFile, long verdictLine) {
    Charge judged = shared(Charge.of(verdict));
    verdicts.add(Verdict.of(verdict, judged, verdictFile, verdictLine));
  }

  /** The same object for what is equal, because there may be a million clicks. */
  private Charge shared(Charge one) {
    if (one.equals(charge)) {
      return charge;
    }
    return !verdicts.isEmpty() && verdicts.get(0).charge().equals(one)
        ? verdicts.get(0).charge()
        : one;
  }

  /** The event itself was read. Only the first of several with its number is counted. */
  void read(EventLine event, Path eventFile, long eventLine) {
    if (isRead()) {
      return;
    }
    EventKind kind = event.kind();
    file = eventFile;
    line = eventLine;
    type = kind != null ? kind.type() : event.isClose() ? "close" : "decision of an operator";
    charge = kind == EventKind.CLICK ? shared(Charge.of(event)) : null;
  }

  boolean isRead() {
    return file != null;
  }

  private String id() {
    return counterId + ":" + sequence;
  }

  private String place() {
    return file + ":" + line;
  }

  /** How many verdicts there are; copies of one count once. */
  int verdicts() {
    return distinct().size();
  }

  /** Judges verdicts whose click may be in other files: it is taken for one that they fit. */
  void judgeUnseen(ArchiveFindings findings) {
    judgeFitting(distinct(), findings);
  }

  /** Judges verdicts whose click was read, or cannot exist. */
  void judge(ArchiveFindings findings) {
    Map<Charge, List<Verdict>> byCharge = new LinkedHashMap<>();
    for (Verdict verdict : distinct()) {
      byCharge.computeIfAbsent(verdict.charge(), c -> new ArrayList<>()).add(verdict);
    }
    byCharge.forEach(
        (judgedCharge, same) -> {
          if (judgedCharge.equals(charge)) {
            judgeFitting(same, findings);
          } else {
            judgeOthers(same, findings);
          }
        });
  }

  private List<Verdict> distinct() {
    if (verdicts.size() == 1) {
      return verdicts;
    }
    Map<String, Verdict> byId = new LinkedHashMap<>();
    verdicts.forEach(verdict -> byId.putIfAbsent(verdict.eventId(), verdict));
    return List.copyOf(byId.values());
  }

  /** How many invalidations are not taken back by reinstatements. */
  private static long inForce(List<Verdict> verdicts) {
    return verdicts.stream().mapToLong(verdict -> verdict.kind().invalidClicks()).sum();
  }

  private void judgeFitting(List<Verdict> fitting, ArchiveFindings findings) {
    long inForce = inForce(fitting);
    String others =
        ". If the verdict between is in other files, name these too. If there is none: ";
    if (inForce > 1) {
      add(
          findings,
          Kind.INVALIDATED_TWICE,
          fitting,
          inForce - 1,
          " takes back " + id() + ", which is taken back already by " + named(fitting) + others);
    } else if (inForce < 0) {
      add(
          findings,
          Kind.NOT_INVALIDATED,
          fitting,
          inForce,
          " charges " + id() + " again, which is charged already" + others);
    }
  }

  private void judgeOthers(List<Verdict> unfit, ArchiveFindings findings) {
    long inForce = inForce(unfit);
    if (inForce == 0) {
      return;
    }
    if (!isRead()) {
      String found =
          " judges " + id() + ". The files have all events of that counter, but not this: ";
      add(findings, Kind.UNKNOWN_CLICK, unfit, inForce, found);
    } else if (charge == null) {
      String found =
          " judges " + id() + " in " + place() + ", expected a click, found " + type + ": ";
      add(findings, Kind.NO_CHARGED_CLICK, unfit, inForce, found);
    } else {
      String found =
          " has %s, expected those of its click %s in %s: %s. So "
              .formatted(unfit.get(0).charge(), id(), place(), charge);
      add(findings, Kind.UNLIKE_CLICK, unfit, inForce, found);
    }
  }

  /**
   * @param surplus how many invalidations are too many; below 0, how many reinstatements are
   */
  private static void add(
      ArchiveFindings findings, Kind kind, List<Verdict> same, long surplus, String found) {
    EventKind wrong = surplus > 0 ? EventKind.INVALIDATION : EventKind.REINSTATEMENT;
    EventKind remedy = surplus > 0 ? EventKind.REINSTATEMENT : EventKind.INVALIDATION;
    Verdict last = same.stream().filter(v -> v.kind() == wrong).reduce((a, b) -> b).orElseThrow();
    long count = Math.abs(surplus);
    findings.add(kind, count, last.place(), last + found + effect(last, surplus, remedy));
  }

  private static String effect(Verdict verdict, long surplus, EventKind remedy) {
    long count = Math.abs(surplus);
    Charge charge = verdict.charge();
    return "ad '"
        + charge.adId()
        + "' has "
        + Texts.count(count, "click")
        + " and "
        + Texts.money(Math.multiplyExact(count, charge.costMicros()))
        + (surplus > 0 ? " less" : " more")
        + " than it should. "
        + remedies(count, remedy)
        + " of the same clickId, adId and costMicros put"
        + (count == 1 ? "s" : "")
        + " it right";
  }

  private static String remedies(long count, EventKind remedy) {
    if (count > 1) {
      return count + " " + remedy.type() + "s";
    }
    return (remedy == EventKind.INVALIDATION ? "An " : "A ") + remedy.type();
  }

  /** The first invalidations but the last one, which the finding is about. */
  private static String named(List<Verdict> fitting) {
    List<Verdict> all = fitting.stream().filter(v -> v.kind() == EventKind.INVALIDATION).toList();
    List<Verdict> others = all.subList(0, all.size() - 1);
    List<String> names =
        others.stream().limit(NAMED_OTHERS).map(v -> v.eventId() + " in " + v.place()).toList();
    int more = others.size() - names.size();
    return String.join(", ", names) + (more == 0 ? "" : " and " + more + " more");
  }
}
