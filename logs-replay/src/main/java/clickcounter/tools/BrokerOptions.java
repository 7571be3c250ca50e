package clickcounter.tools;

import clickcounter.jms.BrokerSettings;
import clickcounter.secret.SecretSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  /**
   * The options that make a command use the same queues. What is as it is by default has none.
   * Secrets are named by their places.
   */
  public static List<String> of(BrokerSettings settings) {
    BrokerSettings usual = BrokerSettings.at(BrokerSettings.DEFAULT_URL);
    List<String> options = new ArrayList<>();
    add(options, "--broker", settings.url(), usual.url());
    add(options, "--queue", settings.queue(), usual.queue());
    boolean isQueueNamed = options.contains("--queue");
    String rejected = isQueueNamed ? settings.queue() + ".rejected" : usual.rejectedQueue();
    if (!settings.rejectedQueue().equals(rejected)) {
      options.addAll(List.of("--set", "broker.rejectedQueue=" + settings.rejectedQueue()));
    }
    add(options, "--broker-user", settings.userName(), null);
    add(options, "--broker-password", settings.password(), null);
    add(options, "--broker-trust-store", settings.trustStore(), null);
    add(options, "--broker-trust-store-password", settings.trustStorePassword(), null);
    return options;
  }

  private static void add(List<String> options, String name, Object value, Object usual) {
    if (!Objects.equals(value, usual)) {
      options.addAll(List.of(name, value.toString()));
    }
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
