package clickcounter.tools.documents;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.reading.Answer;
import clickcounter.reading.CounterSiblings;
import clickcounter.store.DocumentKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A counter's document as it was read from Riak, with its siblings merged into their union.
 *
 * @param gaps the counted ids, the gaps, and an operator's close; must not be modified
 * @param closed whether it ended properly
 * @param unconfirmed ids of the last write, which no later write has confirmed yet
 * @param siblings how many values were stored; 0 if there is no document, 1 if it is blocked
 * @param bytes of all values together; 0 if the counter is retired
 * @param blocked why the document cannot be read, or null
 */
public record CounterReading(
    String counterId,
    GapList gaps,
    boolean closed,
    long lastEventAtMs,
    LongRanges unconfirmed,
    int siblings,
    int bytes,
    String blocked)
    implements CounterView {
  /** An event that has been missing for less is mostly under way: it waits for its put. */
  public static final long UNDER_WAY_MS = 60_000;

  /** What a read found that is tried until the store answers. */
  static CounterReading of(String counterId, Answer<CounterSiblings> answer) {
    return answer.decide(
        counter -> of(counterId, counter),
        () -> absent(counterId),
        reason -> blocked(counterId, reason),
        failed -> {
          throw Documents.unread(DocumentKey.counter(counterId), failed);
        });
  }

  private static CounterReading of(String counterId, CounterSiblings counter) {
    CounterDocument union = counter.union();
    return new CounterReading(
        counterId,
        union.gaps(),
        union.closed(),
        union.lastEventAtMs(),
        union.unconfirmed(),
        counter.siblings().size(),
        counter.bytes(),
        null);
  }

  /** What is recorded of a counter that is retired. */
  public static CounterReading retired(String counterId, Retired entry) {
    RetiredDocument document = new RetiredDocument(new TreeMap<>(Map.of(counterId, entry)));
    return of(counterId, new CounterSiblings(List.of(document.document(counterId)), 0));
  }

  /** What is recorded of a counter that has no document: nothing. */
  public static CounterReading absent(String counterId) {
    return new CounterReading(counterId, new GapList(), false, 0, new LongRanges(), 0, 0, null);
  }

  private static CounterReading blocked(String counterId, String reason) {
    return new CounterReading(counterId, new GapList(), false, 0, new LongRanges(), 1, 0, reason);
  }

  public boolean exists() {
    return siblings > 0;
  }

  /** Whether the counter is retired: what is read is its entry, not a document. */
  public boolean isRetired() {
    return exists() && blocked == null && bytes == 0;
  }

  @Override
  public boolean seen(long sequence) {
    return gaps.seen(sequence);
  }

  @Override
  public boolean confirmed(long sequence) {
    return seen(sequence) && !unconfirmed.contains(sequence);
  }

  /** Whether no higher sequence will come: the counter ended properly, or an operator says so. */
  public boolean hasEnded() {
    return closed || gaps.isEnded();
  }

  /** One above the highest sequence that was counted or written off. */
  @Override
  public long next() {
    return gaps.next();
  }

  /** The gaps that are not written off. */
  public List<Gap> openGaps() {
    return gaps.gaps().stream().filter(gap -> !gap.isWrittenOff()).toList();
  }

  /** The open gaps that have been missing since then or longer. */
  public List<Gap> openGaps(long latestSinceMs) {
    return openGaps().stream().filter(gap -> gap.sinceMs() <= latestSinceMs).toList();
  }

  /** All gaps but those that are under way: an operator decided on them, or they are older. */
  public List<Gap> toldGaps(long nowMs) {
    return gaps.gaps().stream()
        .filter(gap -> gap.writeOff() != null || gap.sinceMs() <= nowMs - UNDER_WAY_MS)
        .toList();
  }

  /** The gaps with some of these ids, both ends included. */
  public List<Gap> gaps(long from, long to) {
    return gaps.gaps().stream().filter(gap -> gap.from() <= to && gap.to() >= from).toList();
  }

  /** The ids that were counted. */
  public LongRanges counted() {
    return gaps.seenIds();
  }
}
