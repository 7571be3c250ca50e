package clickcounter.tools;

import clickcounter.riak.BucketKind;
import clickcounter.riak.Credentials;
import clickcounter.riak.Quorums;
import clickcounter.riak.RiakSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Options that say where the documents are, for every command that reads them. */
public final class RiakOptions {
  static final List<String> SETTINGS =
      List.of(
          "riak.nodes",
          "riak.bucketType",
          "riak.bucketKind",
          "riak.quorum",
          "riak.r",
          "riak.pr",
          "riak.w",
          "riak.pw",
          "riak.dw",
          "riak.timeoutMs",
          "riak.connectTimeoutMs",
          "riak.maxConnections",
          "riak.user",
          "riak.password",
          "riak.trustStore",
          "riak.trustStorePassword");

  private static final String DEFAULT_BUCKET_TYPE = "clicks";

  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT[,…]",
      description =
          "Riak nodes' protocol buffers interfaces, separated by commas; may be repeated. Default:"
              + " the setting riak.nodes, or "
              + RiakSettings.DEFAULT_NODE)
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--bucket-type",
      paramLabel = "NAME",
      description =
          "The bucket type of the documents. Default: the setting riak.bucketType, or clicks")
  private String bucketType;

  @Option(
      names = "--bucket-kind",
      paramLabel = "KIND",
      description =
          "ordinary or consistent, as the bucket type is. Default: the setting riak.bucketKind, or"
              + " ordinary")
  private String bucketKind;

  @Option(
      names = "--riak-user",
      paramLabel = "NAME",
      description = "Default: the setting riak.user, or none")
  private String user;

  @Option(
      names = "--riak-password",
      paramLabel = "PLACE",
      description =
          "Where the password is: env:NAME or file:/path. Default: the setting riak.password")
  private String password;

  @Option(
      names = "--riak-trust-store",
      paramLabel = "FILE",
      description =
          "The cluster's certificate authority: PEM or a key store. Default: the setting"
              + " riak.trustStore, or no TLS")
  private String trustStore;

  @Option(
      names = "--riak-trust-store-password",
      paramLabel = "PLACE",
      description = "env:NAME or file:/path. Default: the setting riak.trustStorePassword")
  private String trustStorePassword;

  /**
   * Riak's settings. An option overrides the setting.
   *
   * @throws IllegalArgumentException naming the option or setting that is wrong
   */
  public RiakSettings settings(ToolSettings settings) {
    RiakSettings defaults =
        RiakSettings.defaults(
            chosen(bucketType, settings, "riak.bucketType", DEFAULT_BUCKET_TYPE),
            kind(chosen(bucketKind, settings, "riak.bucketKind", "ordinary")));
    return defaults
        .withNodes(nodes(settings))
        .withQuorums(quorums(settings))
        .withTimeoutsMs(
            settings.number("riak.timeoutMs", defaults.operationTimeoutMs()),
            settings.number("riak.connectTimeoutMs", defaults.connectTimeoutMs()))
        .withConnections(
            defaults.minConnections(),
            settings.number("riak.maxConnections", defaults.maxConnections()))
        .withCredentials(
            new Credentials(
                chosen(user, settings, "riak.user", ""),
                chosen(password, settings, "riak.password", ""),
                chosen(trustStore, settings, "riak.trustStore", ""),
                chosen(trustStorePassword, settings, "riak.trustStorePassword", "")));
  }

  /**
   * The options that make a command read the same documents. What is as it is by default has none;
   * quorums and time-outs have none either. Secrets are named by their places.
   */
  public static List<String> of(RiakSettings settings) {
    List<String> options = new ArrayList<>();
    if (!settings.nodes().equals(List.of(RiakSettings.DEFAULT_NODE))) {
      options.addAll(List.of("--riak", String.join(",", settings.nodes())));
    }
    if (!settings.bucketType().equals(DEFAULT_BUCKET_TYPE)) {
      options.addAll(List.of("--bucket-type", settings.bucketType()));
    }
    if (settings.bucketKind() != BucketKind.ORDINARY) {
      options.addAll(
          List.of("--bucket-kind", settings.bucketKind().name().toLowerCase(Locale.ROOT)));
    }
    Credentials credentials = settings.credentials();
    add(options, "--riak-user", credentials.user());
    add(options, "--riak-password", credentials.password());
    add(options, "--riak-trust-store", credentials.trustStore());
    add(options, "--riak-trust-store-password", credentials.trustStorePassword());
    return options;
  }

  private static void add(List<String> options, String name, String value) {
    if (!value.isEmpty()) {
      options.addAll(List.of(name, value));
    }
  }

  private static String chosen(String option, ToolSettings settings, String key, String other) {
    return option == null ? settings.text(key, other) : option;
  }

  private List<String> nodes(ToolSettings settings) {
    List<String> named =
        nodes.isEmpty() ? List.of(settings.text("riak.nodes", RiakSettings.DEFAULT_NODE)) : nodes;
    return named.stream()
        .flatMap(list -> Arrays.stream(list.split(",")))
        .map(String::strip)
        .filter(node -> !node.isEmpty())
        .toList();
  }

  private static Quorums quorums(ToolSettings settings) {
    String all = settings.text("riak.quorum", "quorum");
    return new Quorums(
        settings.text("riak.r", all),
        settings.text("riak.pr", all),
        settings.text("riak.w", all),
        settings.text("riak.pw", all),
        settings.text("riak.dw", all));
  }

  private static BucketKind kind(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "ordinary" -> BucketKind.ORDINARY;
      case "consistent" -> BucketKind.CONSISTENT;
      default ->
          throw new IllegalArgumentException(
              "--bucket-kind, or the setting riak.bucketKind: expected ordinary or consistent, got"
                  + " '"
                  + text
                  + "'");
    };
  }
}
