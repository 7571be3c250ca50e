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
  private static final int MESSAGES_WAITING = 16;

  /** A message, or a callback that runs when the broker has everything before it. */
  private record Item(List<String> lines, Runnable confirmed) {}

  private static final Item END = new Item(null, null);

  private final EventQueue queue;
  private final int batchLines;
  private final SendRate rate;
  private final BlockingQueue<Item> waiting = new ArrayBlockingQueue<>(MESSAGES_WAITING);
  private final Thread thread = new Thread(this::run, "replay-sender");
  private List<String> batch = new ArrayList<>();
  private Runnable toConfirm;
  private volatile Exception failure;

  LineSender(EventQueue queue, int batchLines, SendRate rate) {
    this.queue = queue;
    this.batchLines = batchLines;
    this.rate = rate;
    thread.setDaemon(true);
    thread.start();
  }

  synchronized void add(String line) throws IOException {
    batch.add(line);
    if (batch.size() >= batchLines) {
      sendBatch();
    }
  }

  /**
   * Runs the callback when the broker has all lines so far, which includes the batch that is being
   * filled. A later call replaces one that still waits for that batch.
   */
  synchronized void confirm(Runnable confirmed) throws IOException {
    toConfirm = confirmed;
    if (batch.isEmpty()) {
      putConfirmation();
    }
  }

  private void sendBatch() throws IOException {
    if (!batch.isEmpty()) {
      put(new Item(batch, null));
      batch = new ArrayList<>(batchLines);
      putConfirmation();
    }
  }

  private void putConfirmation() throws IOException {
    if (toConfirm != null) {
      put(new Item(null, toConfirm));
      toConfirm = null;
    }
  }

  private void put(Item item) throws IOException {
    try {
      throwFailure();
      waiting.put(item);
      // The thread may have ended in between; nothing would process the item then.
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
      for (Item item = waiting.take(); item != END; item = waiting.take()) {
        if (item.lines() != null) {
          rate.await(item.lines().size());
          queue.send(item.lines());
        } else {
          queue.flush();
          item.confirmed().run();
        }
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
