package clickcounter.states;

import static clickcounter.event.EventLimits.requireAtLeast;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import java.util.Objects;

/**
 * What the writer of an ad's document has sent of its state, and has to send. Ad servers are told
 * of each change of the level:
 *
 * <ol>
 *   <li>A state is sent only of a write that a quorum has stored. The write's number is its
 *       version. These writes are one growing line, so the highest version is right.
 *   <li>The events of the write are done when the broker has the state. So are events that were
 *       counted before and come again while a state is being sent.
 *   <li>A document that was read has sent nothing yet. An event that was counted before and comes
 *       again waits for a put, which sends the state.
 * </ol>
 *
 * <p>{@code StatesModelTest} runs this class and shows that nothing of it can be left out.
 *
 * @param sentLevel of the state that was sent last or is being sent; null if it is not known
 * @param writtenState in the document that was read, or in the newest put
 * @param ofPut the state in the put under way, to be sent when it is stored; null for none
 * @param sends how many states are being sent
 */
public record StateOutbox(AdLevel sentLevel, AdState writtenState, StateMessage ofPut, int sends) {
  public StateOutbox {
    Objects.requireNonNull(writtenState, "writtenState");
    requireAtLeast("states being sent", sends, 0);
  }

  /** For a document that was read, or that does not exist: what was sent is not known. */
  public static StateOutbox loaded(AdTotals totals) {
    return new StateOutbox(null, totals.state(), null, 0);
  }

  /** Whether a put of these totals shows the ad again, or no longer: it is not deferred. */
  public boolean isUrgent(AdTotals totals) {
    return totals.state() != writtenState;
  }

  /** Whether an event that was counted before waits: the state may not have been sent. */
  public boolean isUnsent() {
    return sentLevel == null || sends > 0;
  }

  /** Whether a put is needed that sends the state; the one under way does not. */
  public boolean needsPut() {
    return sentLevel == null && ofPut == null;
  }

  /**
   * A put has begun.
   *
   * @param number of the write
   * @param nowMs for people
   */
  public StateOutbox putBegun(String adId, long number, AdTotals totals, long nowMs) {
    AdLevel level = AdLevel.of(totals);
    if (level.equals(sentLevel)) {
      return level.state() == writtenState
          ? this
          : new StateOutbox(sentLevel, level.state(), null, sends);
    }
    StateMessage message = StateMessage.of(adId, number, totals, nowMs);
    return new StateOutbox(sentLevel, level.state(), message, sends);
  }

  /**
   * A quorum has stored the put as the single value. If it has a state, that is being sent now, and
   * its events wait. If it has none, its events are done.
   */
  public StateOutbox stored() {
    return ofPut == null ? this : new StateOutbox(ofPut.level(), writtenState, null, sends + 1);
  }

  /** The broker has a state. */
  public StateOutbox sent() {
    return new StateOutbox(sentLevel, writtenState, ofPut, sends - 1);
  }

  /**
   * The broker may not have a state. The events that wait for any state are delivered again, and
   * the next put sends the state again.
   */
  public StateOutbox failed() {
    return new StateOutbox(null, writtenState, ofPut, sends - 1);
  }
}
