package clickcounter.topology;

import clickcounter.riak.BucketKind;
import clickcounter.riak.Credentials;
import clickcounter.riak.Quorums;
import clickcounter.riak.RiakSettings;
import java.util.List;
import java.util.Locale;

/** Makes the settings of the Riak store from the topology's settings. */
public final class RiakSettingsReader {
  private RiakSettingsReader() {}

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static RiakSettings read(Settings settings) {
    return new RiakSettings(
        List.of(settings.text(Setting.RIAK_NODES).split(",")),
        settings.text(Setting.RIAK_BUCKET_TYPE),
        kind(settings.text(Setting.RIAK_BUCKET_KIND)),
        quorums(settings),
        settings.integer(Setting.RIAK_TIMEOUT_MS),
        settings.integer(Setting.RIAK_CONNECT_TIMEOUT_MS),
        settings.integer(Setting.RIAK_MAX_CONNECTIONS),
        credentials(settings));
  }

  private static Credentials credentials(Settings settings) {
    return new Credentials(
        settings.text(Setting.RIAK_USER),
        settings.text(Setting.RIAK_PASSWORD),
        settings.text(Setting.RIAK_TRUST_STORE),
        settings.text(Setting.RIAK_TRUST_STORE_PASSWORD));
  }

  private static Quorums quorums(Settings settings) {
    return new Quorums(
        quorum(settings, Setting.RIAK_R),
        quorum(settings, Setting.RIAK_PR),
        quorum(settings, Setting.RIAK_W),
        quorum(settings, Setting.RIAK_PW),
        quorum(settings, Setting.RIAK_DW));
  }

  /**
   * Refuses what is surely no majority: an answer of fewer replicas proves nothing durable, which
   * breaks rule 4 (clicks/RATIONALE.md). Whether a number is a majority is checked at start-up,
   * when Riak has reported the number of replicas.
   */
  private static String quorum(Settings settings, Setting setting) {
    Setting given = settings.text(setting).isEmpty() ? Setting.RIAK_QUORUM : setting;
    String text = settings.text(given);
    if (!text.equals("quorum") && !text.equals("all") && !text.matches("[1-9][0-9]{0,2}")) {
      throw new IllegalArgumentException(
          "setting "
              + given.key()
              + ": expected quorum, all or a number of replicas that is a majority, found '"
              + text
              + "'");
    }
    return text;
  }

  private static BucketKind kind(String text) {
    try {
      return BucketKind.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "setting riak.bucketKind: expected ordinary or consistent, found '" + text + "'", e);
    }
  }
}
