package clickcounter.riak;

/**
 * How many of a document's replicas must answer a read, and must have a put on disk (r, pr, w, pw
 * and dw). Fewer than a majority would break the six rules. All are asked while one of them is
 * empty.
 */
public enum Quorum {
  QUORUM(com.basho.riak.client.api.cap.Quorum.quorumQuorum().getIntValue()),
  ALL(com.basho.riak.client.api.cap.Quorum.allQuorum().getIntValue());

  private final int code;

  Quorum(int code) {
    this.code = code;
  }

  /** As Riak's messages name it. */
  int code() {
    return code;
  }

  /**
   * The value of the setting riak.quorum.
   *
   * @throws IllegalArgumentException when it is neither quorum nor all
   */
  public static Quorum parse(String text) {
    return switch (text) {
      case "quorum" -> QUORUM;
      case "all" -> ALL;
      default ->
          throw new IllegalArgumentException(
              "setting riak.quorum: expected quorum (a majority of the replicas) or all, found '%s'"
                  .formatted(text));
    };
  }
}
