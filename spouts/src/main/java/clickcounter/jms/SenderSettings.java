package clickcounter.jms;

import static clickcounter.event.EventLimits.requireAtLeast;
import static clickcounter.event.EventLimits.requireRange;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;

/**
 * How messages are sent.
 *
 * @param maxUnconfirmedMessages 1: a send returns when the broker has the message. More: a send
 *     returns while fewer than this many messages are unconfirmed; only a completed flush or close
 *     proves that the broker has them all
 * @param giveUpAfterMs how long one send, flush or close retries, reconnects included, before it
 *     fails
 */
@RecordBuilder
public record SenderSettings(int maxUnconfirmedMessages, long giveUpAfterMs, Backoff backoff)
    implements Serializable, SenderSettingsBuilder.With {
  private static final long GIVE_UP_AFTER_MS = 10_000;

  public SenderSettings {
    requireRange("maxUnconfirmedMessages", maxUnconfirmedMessages, 1, 10_000);
    requireAtLeast("giveUpAfterMs", giveUpAfterMs, 1);
  }

  public static SenderSettings sync() {
    return new SenderSettings(1, GIVE_UP_AFTER_MS, Backoff.DEFAULT);
  }

  public static SenderSettings async(int maxUnconfirmedMessages) {
    return new SenderSettings(maxUnconfirmedMessages, GIVE_UP_AFTER_MS, Backoff.DEFAULT);
  }
}
