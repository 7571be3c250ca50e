package clickcounter.replay;

import clickcounter.jms.BrokerSettings;
import picocli.CommandLine.Option;

/** Where the queue is. */
public final class BrokerOptions {
  @Option(
      names = "--broker",
      paramLabel = "URL",
      defaultValue = BrokerSettings.DEFAULT_URL,
      description = "The broker. Default: ${DEFAULT-VALUE}")
  private String url;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      defaultValue = "clicks",
      description =
          "The queue; rejected lines are looked for in NAME.rejected. Default: ${DEFAULT-VALUE}")
  private String queue;

  /**
   * @throws IllegalArgumentException naming what is wrong
   */
  public BrokerSettings settings() {
    return BrokerSettings.at(url).withQueues(queue, queue + ".rejected");
  }
}
