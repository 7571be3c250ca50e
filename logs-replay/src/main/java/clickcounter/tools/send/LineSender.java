package clickcounter.tools.send;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Sends lines in messages of many, on a thread of its own, so that reading goes on while the broker
 * works; when that is slower, {@link #add} waits. Thread-safe.
 *
 * <p>After a failure every call throws it.
 */
final class LineSender implements AutoCloseable {
  private static final int MESSAGES_WAITING = 16;

  /** A message, or a note for who wants to know that all before it is with the broker. */
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
   * Calls when the broker has everything so far: not before the last lines have found the company
   * that they wait for. A later call takes the place of one that still waits so.
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
      // The thread may have ended between the two, and nobody takes the item then.
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

  /** Sends the rest and returns when the broker has it. The queue stays open. */
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

  /** Ends the thread without sending the rest. */
  void abandon() {
    thread.interrupt();
  }
}
