package clickcounter.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A queue in memory that fails or hangs on request. A hanging send ends by {@link #letGo()}, or
 * with an exception when the transport is closed, as a real one does; unless it is deaf.
 */
final class FakeTransport implements Transport {
  private final List<List<String>> messages = new ArrayList<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private boolean hangs;
  private boolean deaf;
  private int failures;
  private int attempts;
  private boolean takesWhatFails;
  private boolean closed;

  /** The next sends fail, this many. */
  synchronized FakeTransport failing(int times) {
    failures = times;
    return this;
  }

  /** Failing sends reach the queue: only their answer is lost. */
  synchronized FakeTransport losingAnswers() {
    takesWhatFails = true;
    return this;
  }

  synchronized FakeTransport hanging() {
    hangs = true;
    return this;
  }

  /** Closing does not end a hanging send. */
  synchronized FakeTransport deaf() {
    deaf = true;
    return this;
  }

  void awaitHanging() throws InterruptedException {
    hanging.await();
  }

  void letGo() {
    synchronized (this) {
      hangs = false;
    }
    released.countDown();
  }

  @Override
  public void send(List<String> lines) throws IOException {
    if (hangs()) {
      hang();
    }
    take(lines);
  }

  private synchronized boolean hangs() {
    return hangs;
  }

  private void hang() throws IOException {
    hanging.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  private synchronized void take(List<String> lines) throws IOException {
    attempts++;
    if (closed) {
      throw new IOException("closed under the send");
    }
    boolean fails = failures > 0;
    if (!fails || takesWhatFails) {
      messages.add(List.copyOf(lines));
    }
    if (fails) {
      failures--;
      throw new IOException("no broker");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (!deaf) {
      released.countDown();
    }
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized int attempts() {
    return attempts;
  }

  synchronized List<List<String>> messages() {
    return List.copyOf(messages);
  }

  List<String> lines() {
    return messages().stream().flatMap(List::stream).toList();
  }
}
