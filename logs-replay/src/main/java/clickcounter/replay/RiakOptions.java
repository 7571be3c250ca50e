package clickcounter.replay;

import clickcounter.riak.BucketKind;
import clickcounter.riak.Credentials;
import clickcounter.riak.RiakSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where the documents are; for every command that reads them. */
public final class RiakOptions {
  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT",
      description =
          "A Riak node's protocol buffers interface; may be repeated. Default: 127.0.0.1:8087")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--bucket-type",
      paramLabel = "NAME",
      defaultValue = "clicks",
      description = "The bucket type of the documents. Default: ${DEFAULT-VALUE}")
  private String bucketType;

  @Option(
      names = "--bucket-kind",
      paramLabel = "KIND",
      defaultValue = "ordinary",
      converter = KindOfBucket.class,
      description = "ordinary or consistent, as the bucket type is. Default: ordinary")
  private BucketKind bucketKind;

  @Option(names = "--riak-user", paramLabel = "NAME", description = "Default: none")
  private String user = "";

  @Option(
      names = "--riak-password",
      paramLabel = "PLACE",
      description = "Where the password is: env:NAME or file:/path")
  private String password = "";

  @Option(
      names = "--riak-trust-store",
      paramLabel = "FILE",
      description = "The cluster's certificate authority: PEM or a key store. Default: no TLS")
  private String trustStore = "";

  @Option(
      names = "--riak-trust-store-password",
      paramLabel = "PLACE",
      description = "env:NAME or file:/path")
  private String trustStorePassword = "";

  /**
   * @throws IllegalArgumentException naming the option that is wrong
   */
  public RiakSettings settings() {
    RiakSettings settings =
        RiakSettings.defaults(bucketType, bucketKind)
            .withCredentials(new Credentials(user, password, trustStore, trustStorePassword));
    return nodes.isEmpty() ? settings : settings.withNodes(nodes);
  }

  static final class KindOfBucket implements ITypeConverter<BucketKind> {
    @Override
    public BucketKind convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "ordinary" -> BucketKind.ORDINARY;
        case "consistent" -> BucketKind.CONSISTENT;
        default ->
            throw new TypeConversionException(
                "expected ordinary or consistent, got '" + text + "'");
      };
    }
  }
}
