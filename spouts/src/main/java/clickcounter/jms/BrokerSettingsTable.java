package clickcounter.jms;

import clickcounter.secret.SecretSource;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import java.util.List;

/** The settings {@code broker.*}, from which {@link BrokerSettings} are made. */
public final class BrokerSettingsTable {
  public static final Setting URL =
      Setting.text(
          "broker.url",
          BrokerSettings.DEFAULT_URL,
          "ActiveMQ's URL; failover:(…) for several brokers");

  private static final Setting QUEUE =
      Setting.text(
          "broker.queue", "clicks", "queue of events; that of rejected lines is QUEUE.rejected");

  private static final Setting USER = Setting.text("broker.user", "", "user name; empty: none");

  private static final Setting PASSWORD =
      Setting.text(
          "broker.password", "", "place of the password: env:NAME or file:/path; empty: none");

  private static final Setting TRUST_STORE =
      Setting.text("broker.trustStore", "", "trust store for ssl:// URLs; empty: the JVM's own");

  private static final Setting TRUST_STORE_PASSWORD =
      Setting.text(
          "broker.trustStorePassword",
          "",
          "place of its password: env:NAME or file:/path; empty: none");

  /** Not among {@link #ROWS}: it is a setting of the topology, which ad servers read, too. */
  public static final Setting STATES_TOPIC =
      Setting.text(
          "states.topic",
          "",
          "topic of the states of ads, such as VirtualTopic.clicks.ad-states; empty: none are sent");

  public static final List<Setting> ROWS =
      List.of(URL, QUEUE, USER, PASSWORD, TRUST_STORE, TRUST_STORE_PASSWORD);

  private BrokerSettingsTable() {}

  /**
   * The broker that these settings name.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static BrokerSettings read(Settings settings) {
    return new BrokerSettings(
        settings.text(URL),
        settings.text(QUEUE),
        orNull(settings.text(USER)),
        secret(settings, PASSWORD),
        orNull(settings.text(TRUST_STORE)),
        secret(settings, TRUST_STORE_PASSWORD));
  }

  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static SecretSource secret(Settings settings, Setting setting) {
    String place = settings.text(setting);
    return place.isEmpty() ? null : SecretSource.parse(setting.key(), place);
  }
}
