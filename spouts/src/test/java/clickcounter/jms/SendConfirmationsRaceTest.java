package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Races;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A sender that waits, and the client's threads that confirm or fail. As if one came after the
 * other: the sender wakes when enough is confirmed, or fails when the link does.
 */
@Tag("slow")
class SendConfirmationsRaceTest {
  /** The racy twins below are found within as many. */
  private static final int INTERLEAVINGS = 10;

  /** Nobody may be woken by the time alone. */
  private static final SendConfirmations.Pause FOR_EVER = (monitor, mostMs) -> monitor.wait();

  private static final long NEVER_NS = Long.MAX_VALUE / 2;

  @Test
  void aSenderWakesWhenItsMessagesAreConfirmed() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          SendConfirmations link = new SendConfirmations(FOR_EVER);
          Outgoing first = new Outgoing("1");
          Outgoing second = new Outgoing("2");
          ArrayDeque<Outgoing> unconfirmed = new ArrayDeque<>(List.of(first, second));
          Races.runTogether(
              () -> link.await(unconfirmed, 0, NEVER_NS),
              () -> link.confirm(second),
              () -> link.confirm(first));
          Races.require(unconfirmed.isEmpty(), "all is taken off");
        });
  }

  @Test
  void aSenderHearsThatTheLinkFailed() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          SendConfirmations link = new SendConfirmations(FOR_EVER);
          Outgoing first = new Outgoing("1");
          Outgoing second = new Outgoing("2");
          ArrayDeque<Outgoing> unconfirmed = new ArrayDeque<>(List.of(first, second));
          boolean[] failed = {false};
          Races.runTogether(
              () -> {
                try {
                  link.await(unconfirmed, 0, NEVER_NS);
                } catch (JMSException e) {
                  failed[0] = true;
                }
              },
              () -> link.confirm(first),
              () -> link.fail(new JMSException("lost")));
          Races.require(failed[0], "the sender fails");
          Races.require(unconfirmed.contains(second), "what is unconfirmed stays");
        });
  }

  /** Looks at the message outside the monitor, and so may miss what wakes it. */
  @Test
  void aWaiterThatMissesItsWakeUpIsFound() {
    assertThat(
            Races.found(
                INTERLEAVINGS,
                () -> {
                  Object monitor = new Object();
                  Outgoing message = new Outgoing("1");
                  Races.runTogether(
                      () -> {
                        if (!message.confirmed) {
                          synchronized (monitor) {
                            monitor.wait();
                          }
                        }
                      },
                      () -> {
                        message.confirmed = true;
                        synchronized (monitor) {
                          monitor.notifyAll();
                        }
                      });
                }))
        .isTrue();
  }
}
