package clickcounter.tools;

import clickcounter.jms.BrokerSettings;
import clickcounter.secret.SecretSource;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that say where the broker and its queues are. */
public final class BrokerOptions {
  /**
   * All of the topology's settings that begin with {@code broker.}, so that its file is accepted.
   * The tools do not use the prefetch.
   */
  static final List<String> SETTINGS =
      List.of(
          "broker.url",
          "broker.queue",
          "broker.rejectedQueue",
          "broker.user",
          "broker.password",
          "broker.prefetch",
          "broker.trustStore",
          "broker.trustStorePassword");

  @Option(
      names = "--broker",
      paramLabel = "URL",
      description = "The broker. Default: the setting broker.url, or " + BrokerSettings.DEFAULT_URL)
  private String url;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description =
          "The queue. Rejected lines are looked for in the setting broker.rejectedQueue, or"
              + " NAME.rejected. Default: the setting broker.queue, or clicks")
  private String queue;

  @Option(
      names = "--broker-user",
      paramLabel = "NAME",
      description = "Default: the setting broker.user, or none")
  private String user;

  @Option(
      names = "--broker-password",
      paramLabel = "PLACE",
      description =
          "Where the password is: env:NAME or file:/path. Default: the setting broker.password")
  private String password;

  @Option(
      names = "--broker-trust-store",
      paramLabel = "FILE",
      description = "For ssl:// URLs. Default: the setting broker.trustStore, or the JVM's own")
  private String trustStore;

  @Option(
      names = "--broker-trust-store-password",
      paramLabel = "PLACE",
      description = "env:NAME or file:/path. Default: the setting broker.trustStorePassword")
  private String trustStorePassword;

  /**
   * The broker's settings. An option overrides the setting.
   *
   * @throws IllegalArgumentException naming the option or setting that is wrong
   */
  public BrokerSettings settings(ToolSettings settings) {
    String name = chosen(queue, settings, "broker.queue", "clicks");
    // The topology's default for broker.rejectedQueue does not depend on broker.queue.
    String rejected = queue == null ? "clicks.rejected" : queue + ".rejected";
    return BrokerSettings.at(chosen(url, settings, "broker.url", BrokerSettings.DEFAULT_URL))
        .withQueues(name, settings.text("broker.rejectedQueue", rejected))
        .withCredentials(
            chosen(user, settings, "broker.user", null),
            secret("--broker-password", password, settings, "broker.password"))
        .withTrustStore(
            chosen(trustStore, settings, "broker.trustStore", null),
            secret(
                "--broker-trust-store-password",
                trustStorePassword,
                settings,
                "broker.trustStorePassword"));
  }

  private static String chosen(String option, ToolSettings settings, String key, String other) {
    return option == null ? settings.text(key, other) : option;
  }

  private static SecretSource secret(
      String option, String given, ToolSettings settings, String key) {
    if (given != null) {
      return SecretSource.parse(option, given);
    }
    String place = settings.text(key, null);
    return place == null ? null : SecretSource.parse(key, place);
  }
}
