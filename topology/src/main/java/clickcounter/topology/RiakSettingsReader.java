package clickcounter.topology;

import clickcounter.riak.BucketKind;
import clickcounter.riak.Credentials;
import clickcounter.riak.RiakSettings;
import java.util.List;
import java.util.Locale;

/** Riak's part of the settings. */
final class RiakSettingsReader {
  private RiakSettingsReader() {}

  static RiakSettings read(Settings settings) {
    return new RiakSettings(
            List.of(settings.text(Setting.RIAK_NODES).split(",")),
            settings.text(Setting.RIAK_BUCKET_TYPE),
            kind(settings.text(Setting.RIAK_BUCKET_KIND)),
            quorum(settings.text(Setting.RIAK_QUORUM)),
            settings.integer(Setting.RIAK_TIMEOUT_MS),
            64)
        .withCredentials(credentials(settings));
  }

  private static Credentials credentials(Settings settings) {
    return new Credentials(
        settings.text(Setting.RIAK_USER),
        settings.text(Setting.RIAK_PASSWORD),
        settings.text(Setting.RIAK_TRUST_STORE),
        settings.text(Setting.RIAK_TRUST_STORE_PASSWORD));
  }

  /** Less than a quorum proves nothing durable, which breaks rule 4 of the design. */
  private static String quorum(String text) {
    if (!text.equals("quorum") && !text.equals("all")) {
      throw new IllegalArgumentException(
          "setting riak.quorum: expected quorum or all, found '" + text + "'");
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
