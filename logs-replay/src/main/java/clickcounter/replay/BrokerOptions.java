package clickcounter.replay;

import clickcounter.jms.BrokerSettings;
import clickcounter.secret.SecretSource;
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

  @Option(names = "--broker-user", paramLabel = "NAME", description = "Default: none")
  private String user;

  @Option(
      names = "--broker-password",
      paramLabel = "PLACE",
      description = "Where the password is: env:NAME or file:/path")
  private String password;

  @Option(
      names = "--broker-trust-store",
      paramLabel = "FILE",
      description = "For ssl:// URLs. Default: the JVM's own")
  private String trustStore;

  @Option(
      names = "--broker-trust-store-password",
      paramLabel = "PLACE",
      description = "env:NAME or file:/path")
  private String trustStorePassword;

  /**
   * @throws IllegalArgumentException naming what is wrong
   */
  public BrokerSettings settings() {
    return BrokerSettings.at(url)
        .withQueues(queue, queue + ".rejected")
        .withCredentials(user, secret("--broker-password", password))
        .withTrustStore(trustStore, secret("--broker-trust-store-password", trustStorePassword));
  }

  private static SecretSource secret(String option, String place) {
    return place == null ? null : SecretSource.parse(option, place);
  }
}
