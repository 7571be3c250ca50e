package clickcounter.replay;

import clickcounter.riak.BucketKind;
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

  /**
   * @throws IllegalArgumentException naming the option that is wrong
   */
  public RiakSettings settings() {
    RiakSettings settings = RiakSettings.defaults(bucketType, bucketKind);
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
