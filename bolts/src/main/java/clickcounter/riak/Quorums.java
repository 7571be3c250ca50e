package clickcounter.riak;

import com.basho.riak.client.api.cap.Quorum;
import java.io.Serializable;

/**
 * How many replicas must answer. Each value is {@code quorum}, {@code all}, {@code one}, {@code
 * default} (the bucket type's) or a number of replicas.
 *
 * <p>The six rules need r, pr, pw and dw to be majorities. {@link BucketTypeCheck} refuses less,
 * because only there the number of replicas is known. Without effect in the consistent kind, which
 * always uses a majority.
 */
public record Quorums(String r, String pr, String w, String pw, String dw) implements Serializable {
  public static final Quorums MAJORITY = each("quorum");

  public Quorums {
    code("r", r);
    code("pr", pr);
    code("w", w);
    code("pw", pw);
    code("dw", dw);
  }

  /** The same for all five. */
  public static Quorums each(String quorum) {
    return new Quorums(quorum, quorum, quorum, quorum, quorum);
  }

  int rCode() {
    return code("r", r);
  }

  int prCode() {
    return code("pr", pr);
  }

  int wCode() {
    return code("w", w);
  }

  int pwCode() {
    return code("pw", pw);
  }

  int dwCode() {
    return code("dw", dw);
  }

  private static int code(String name, String value) {
    return switch (String.valueOf(value)) {
      case "quorum" -> Quorum.quorumQuorum().getIntValue();
      case "all" -> Quorum.allQuorum().getIntValue();
      case "one" -> Quorum.oneQuorum().getIntValue();
      case "default" -> Quorum.defaultQuorum().getIntValue();
      default -> replicas(name, value);
    };
  }

  private static int replicas(String name, String value) {
    if (value != null && value.matches("[1-9][0-9]{0,2}")) {
      return Integer.parseInt(value);
    }
    throw new IllegalArgumentException(
        "riak.quorum=%s (for %s), expected quorum, all, one, default or a number of replicas from 1 to 999"
            .formatted(value, name));
  }
}
