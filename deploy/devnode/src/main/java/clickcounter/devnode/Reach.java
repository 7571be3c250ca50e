package clickcounter.devnode;

import java.time.Duration;
import java.util.Objects;

/** What becomes of a request on its way to one replica. */
public record Reach(Kind kind, Duration pause) {

  public enum Kind {
    /** It is done there, and that is answered. */
    ANSWERS,
    /** It is not done there, and that is answered. */
    FAILS,
    /** It is not done there, and there is no answer. */
    SILENT,
    /** It is done there, and the answer is lost. */
    MUTE,
    /** It is done there and answered, after a while. */
    LATE
  }

  public static final Reach ANSWERS = new Reach(Kind.ANSWERS, Duration.ZERO);
  public static final Reach FAILS = new Reach(Kind.FAILS, Duration.ZERO);
  public static final Reach SILENT = new Reach(Kind.SILENT, Duration.ZERO);
  public static final Reach MUTE = new Reach(Kind.MUTE, Duration.ZERO);

  public Reach {
    Objects.requireNonNull(kind, "kind");
    if (pause.isNegative()) {
      throw new IllegalArgumentException("pause=" + pause + ", expected zero or more");
    }
  }

  public static Reach late(Duration pause) {
    return new Reach(Kind.LATE, pause);
  }
}
