package clickcounter.jms;

import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.AsyncCallback;

/**
 * The confirmations of one link's messages. The JMS client's threads report them, the sender's
 * thread waits for them. It has its own monitor, so that the client's threads never wait for a
 * sender that is writing.
 */
final class SendConfirmations {
  private final Pause pause;
  private JMSException failure;

  /** Waits for a monitor to be notified, for a limited time. */
  interface Pause {
    void on(Object monitor, long mostMs) throws InterruptedException;
  }

  SendConfirmations() {
    this(Object::wait);
  }

  SendConfirmations(Pause pause) {
    this.pause = pause;
  }

  AsyncCallback of(Outgoing message) {
    return new AsyncCallback() {
      @Override
      public void onSuccess() {
        confirm(message);
      }

      @Override
      public void onException(JMSException e) {
        fail(e);
      }
    };
  }

  synchronized void confirm(Outgoing message) {
    message.confirmed = true;
    notifyAll();
  }

  synchronized void fail(JMSException e) {
    failure = e;
    notifyAll();
  }

  synchronized boolean isFailed() {
    return failure != null;
  }

  synchronized void await(ArrayDeque<Outgoing> unconfirmed, int most, long deadlineNs)
      throws JMSException {
    while (true) {
      while (!unconfirmed.isEmpty() && unconfirmed.peekFirst().confirmed) {
        unconfirmed.removeFirst();
      }
      if (unconfirmed.size() <= most) {
        return;
      }
      if (failure != null) {
        throw failure;
      }
      waitUntil(deadlineNs);
    }
  }

  private void waitUntil(long deadlineNs) throws JMSException {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
    if (leftMs < 1) {
      throw new JMSException("no confirmation from the broker (is its store or memory full?)");
    }
    try {
      pause.on(this, leftMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JMSException("interrupted while waiting for a confirmation");
    }
  }
}
