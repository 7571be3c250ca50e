package clickcounter.tools.send;

import clickcounter.tools.common.EventQueue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Sends lines in batches, in a thread of its own, so that reading continues while the broker works.
 * {@link #add} waits if the broker is slower. Thread-safe.
 *
 * <p>After a failure, every call throws it.
 */
final class LineSender implements AutoCloseable {
  private static final int LINES_A_MESSAGE = 500;
  private static final int MESSAGES_WAITING = 16;

  /** Tells the thread that no message follows; compared by identity. */
  private static final List<String> END = new ArrayList<>();

  private final EventQueue queue;
  private final SendRate rate;
  private final BlockingQueue<List<String>> waiting = new ArrayBlockingQueue<>(MESSAGES_WAITING);
  private final Thread thread = new Thread(this::run, "replay-sender");
  private List<String> batch = new ArrayList<>();
  private volatile Exception failure;

  LineSender(EventQueue queue, SendRate rate) {
    this.queue = queue;
    this.rate = rate;
    thread.setDaemon(true);
    thread.start();
  }

  synchronized void add(String line) throws IOException {
    batch.add(line);
    if (batch.size() >= LINES_A_MESSAGE) {
      sendBatch();
    }
  }

  private void sendBatch() throws IOException {
    if (!batch.isEmpty()) {
      put(batch);
      batch = new ArrayList<>(LINES_A_MESSAGE);
    }
  }

  private void put(List<String> message) throws IOException {
    try {
      throwFailure();
      waiting.put(message);
      // The thread may have ended in between; nothing would send the message then.
      throwFailure();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending", e);
    }
  }

  private void throwFailure() throws IOException {
    Exception failed = failure;
    if (failed != null) {
      throw new IOException(failed.getMessage(), failed);
    }
  }

  private void run() {
    try {
      for (List<String> lines = waiting.take(); lines != END; lines = waiting.take()) {
        rate.await(lines.size());
        queue.send(lines);
      }
      queue.flush();
    } catch (IOException | InterruptedException | RuntimeException e) {
      failure = e;
      waiting.clear();
    }
  }

  /** Sends the rest and returns when the broker has it. The queue stays connected. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      sendBatch();
      put(END);
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending", e);
    }
    throwFailure();
  }

  /** Stops the thread without sending the rest. */
  void abandon() {
    thread.interrupt();
  }
}
