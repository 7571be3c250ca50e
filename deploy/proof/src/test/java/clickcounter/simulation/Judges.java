package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import java.util.ArrayList;
import java.util.List;

/**
 * Those who judge clicks. They see what is in the archives, one after the other, so at most one
 * verdict on a click is in force.
 */
final class Judges {
  /** In the archives, not taken back. */
  private final List<AdEvent> charged = new ArrayList<>();

  private final List<AdEvent> takenBack = new ArrayList<>();

  /** What a judge wants to log, as the event of this counter; null if there is nothing to judge. */
  AdEvent verdict(Step.Wish wish, String counterId, long sequence, long nowMs) {
    List<AdEvent> among = wish.kind() == EventKind.INVALIDATION ? charged : takenBack;
    if (among.isEmpty()) {
      return null;
    }
    AdEvent click = among.get((int) (wish.amountMicros() % among.size()));
    return new AdEvent(
        counterId,
        sequence,
        wish.kind(),
        click.adId(),
        nowMs,
        click.amountMicros(),
        new Judgement("repeat@1", click.eventId(), "ivt"));
  }

  /** The event is in the archive. */
  void made(Event event) {
    if (!(event instanceof AdEvent made)) {
      return;
    }
    switch (made.kind()) {
      case CLICK -> charged.add(made);
      case INVALIDATION -> move(made, charged, takenBack);
      case REINSTATEMENT -> move(made, takenBack, charged);
      default -> {}
    }
  }

  private static void move(AdEvent verdict, List<AdEvent> from, List<AdEvent> to) {
    String clickId = verdict.judgement().clickId();
    for (AdEvent click : from) {
      if (click.eventId().equals(clickId)) {
        from.remove(click);
        to.add(click);
        return;
      }
    }
    throw new IllegalStateException("no click for " + verdict);
  }
}
