package clickcounter.riak;

import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import java.util.Arrays;
import java.util.List;

/** The settings {@code riak.*}, from which {@link RiakSettings} are made. */
public final class RiakSettingsTable {
  public static final Setting NODES =
      Setting.text(
          "riak.nodes",
          RiakSettings.DEFAULT_NODE,
          "host:port of each node's protocol buffers interface, separated by commas");

  public static final Setting BUCKET_TYPE =
      Setting.text("riak.bucketType", "clicks", "bucket type of all documents");

  private static final Setting QUORUM =
      Setting.text(
              "riak.quorum",
              "quorum",
              "r, pr, w, pw and dw of every call: quorum (a majority of the replicas) or all")
          .forEmergencies();

  private static final Setting TIMEOUT_MS =
      Setting.number(
              "riak.timeoutMs",
              RiakSettings.DEFAULT_OPERATION_TIMEOUT_MS,
              100,
              600_000,
              "time-out of a read or put; a put without an answer by then is in doubt")
          .forEmergencies();

  private static final Setting USER =
      Setting.text("riak.user", "", "user name, needs TLS on the cluster; empty: none");

  private static final Setting PASSWORD =
      Setting.text(
          "riak.password", "", "place of the password: env:NAME or file:/path; empty: none");

  private static final Setting TRUST_STORE =
      Setting.text(
          "riak.trustStore",
          "",
          "the cluster's certificate authority, PEM or key store; empty: no TLS");

  private static final Setting TRUST_STORE_PASSWORD =
      Setting.text(
          "riak.trustStorePassword",
          "",
          "place of its password: env:NAME or file:/path; empty: none");

  public static final List<Setting> ROWS =
      List.of(
          NODES,
          BUCKET_TYPE,
          QUORUM,
          TIMEOUT_MS,
          USER,
          PASSWORD,
          TRUST_STORE,
          TRUST_STORE_PASSWORD);

  private RiakSettingsTable() {}

  /**
   * The cluster that these settings name.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static RiakSettings read(Settings settings) {
    return new RiakSettings(
        Arrays.stream(settings.text(NODES).split(",")).map(String::strip).toList(),
        settings.text(BUCKET_TYPE),
        Quorum.parse(settings.text(QUORUM)),
        settings.integer(TIMEOUT_MS),
        RiakSettings.DEFAULT_CONNECT_TIMEOUT_MS,
        RiakSettings.DEFAULT_MAX_CONNECTIONS,
        new Credentials(
            settings.text(USER),
            settings.text(PASSWORD),
            settings.text(TRUST_STORE),
            settings.text(TRUST_STORE_PASSWORD)));
  }
}
