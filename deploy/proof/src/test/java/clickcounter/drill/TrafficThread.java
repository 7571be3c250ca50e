package clickcounter.drill;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Makes traffic until it is told to end, and keeps why it could not go on. */
final class TrafficThread extends Thread {
  private final Traffic traffic;

  private volatile boolean ending;
  private volatile IOException failure;

  /** What it makes. */
  interface Traffic {
    /** Returns soon after the end was asked for. */
    void make(BooleanSupplier ending) throws IOException, InterruptedException;
  }

  TrafficThread(String name, Traffic traffic) {
    super(name);
    this.traffic = traffic;
    setDaemon(true);
  }

  void end() {
    ending = true;
  }

  void requireNoFailure() throws IOException {
    if (failure != null) {
      throw new IOException(getName() + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public void run() {
    try {
      traffic.make(() -> ending);
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
