package clickcounter.devcluster;

import java.util.concurrent.CountDownLatch;

/** A process that does nothing, until it is ended. */
final class WaitForever {
  private WaitForever() {}

  public static void main(String[] args) throws InterruptedException {
    System.out.print('r');
    System.out.flush();
    new CountDownLatch(1).await();
  }
}
