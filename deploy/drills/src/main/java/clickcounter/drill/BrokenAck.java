package clickcounter.drill;

import java.io.IOException;

/**
 * Acknowledgements get lost on the line to the broker, then the line: the same messages come again,
 * to the same spout or to the other one.
 */
final class BrokenAck implements Drill {
  private static final long ACKNOWLEDGEMENTS = 20;

  private long lostBefore = -1;
  private long recognisedBefore;
  private long duplicatesBefore;
  private long twiceBefore;

  @Override
  public String name() {
    return "broken-ack";
  }

  @Override
  public String fault() {
    return "acknowledgements get lost, the same messages are delivered again";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    if (lostBefore < 0) {
      lostBefore = stage.brokerLine().acknowledgementsLost.sum();
      recognisedBefore = recognised(stage);
      duplicatesBefore = stage.counted("duplicates");
      twiceBefore = stage.load().linesTwice();
    }
    stage.requireWork();
    long lost = stage.brokerLine().acknowledgementsLost.sum();
    long again = again(stage);
    stage.brokerLine().loseAcknowledgements();
    try {
      stage.awaitFault(
          ACKNOWLEDGEMENTS + " acknowledgements to be lost",
          () -> stage.brokerLine().acknowledgementsLost.sum() - lost >= ACKNOWLEDGEMENTS);
    } finally {
      stage.brokerLine().cutAndMend();
    }
    long mendedNs = System.nanoTime();
    stage.backlog().awaitConsumers(Stage.SPOUTS, Stage.MEND_MS);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    long recoveryMs = Stage.msSince(mendedNs);
    stage.awaitFault("messages that came again", () -> again(stage) > again);
    return recoveryMs;
  }

  /** To the spout that knew them, or as events to those that had counted them. */
  private static long again(Stage stage) throws IOException {
    return recognised(stage) + stage.counted("duplicates") - stage.load().linesTwice();
  }

  private static long recognised(Stage stage) throws IOException {
    return stage.counters().sum("spout", "messages.redelivered");
  }

  @Override
  public String proof(Stage stage) throws IOException {
    long lost = stage.brokerLine().acknowledgementsLost.sum() - lostBefore;
    long recognised = recognised(stage) - recognisedBefore;
    long duplicates = stage.counted("duplicates") - duplicatesBefore;
    long sentTwice = stage.load().linesTwice() - twiceBefore;
    if (recognised == 0 && duplicates <= sentTwice) {
      throw new Unproven(lost + " acknowledgements were lost, but no message came again");
    }
    return "%,d acknowledgements lost; %,d messages came again to the spout that knew them, %,d events to the other one (duplicates beyond the %,d lines sent twice)"
        .formatted(lost, recognised, Math.max(0, duplicates - sentTwice), sentTwice);
  }
}
