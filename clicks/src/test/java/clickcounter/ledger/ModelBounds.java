package clickcounter.ledger;

import clickcounter.hours.RecentHours;
import java.util.List;

/**
 * How far a model is searched, and which failures it includes. Start with {@link #oneReplica()} or
 * {@link #replicated()}.
 */
final class ModelBounds {
  private static final long FIRST_HOUR = 100;
  private static final long PAST_THE_WINDOW = FIRST_HOUR + RecentHours.WINDOW;

  enum WriteIdOrder {
    RISING,
    FALLING,
    /** Each put may get a higher or a lower id than the one before. */
    ANY
  }

  /** How a replica behaves that has lost its disk. */
  enum EmptyReplica {
    /** It serves at once. Its "not found" counts as an answer (notfound_ok=true). */
    SERVES,
    /**
     * It serves at once. Its "not found" does not count where two others have a value
     * (notfound_ok=false).
     */
    SERVES_NOTFOUND_NOT_OK,
    /**
     * It serves at once. "Not found" counts only if all replicas say so; otherwise two replicas
     * with a value are an answer. {@code RiakStore} reads like this.
     */
    SERVES_NOTFOUND_FROM_ALL,
    /**
     * It serves at once, but only documents on which the other two agree. The others it has copied
     * from them before.
     */
    SERVES_WHAT_OTHERS_AGREE_ON,
    /** It serves at once. Until it is rebuilt, every read and every put asks all three replicas. */
    SERVES_ALL_ARE_ASKED
  }

  /** 1 or 3 replicas. Of 3, a reader asks any 2 and a put reaches any of them. */
  final int replicas;

  int events = 2;

  /** The number of ads; event e belongs to ad e % ads. */
  int ads = 1;

  /** The number of counters; event e belongs to counter e / ads % counters. */
  int counters = 1;

  int adPuts = 3;
  int counterPuts = 2;

  /** How often a replica may be lost and rebuilt from the other two. */
  int losses;

  /** How a replica behaves that comes back empty, once; null if none does. */
  EmptyReplica emptyReplica;

  /** Whether an ack that comes too early is a fault. Otherwise only documents are checked. */
  boolean checksAcks = true;

  /** How often a read may repair a replica. */
  int repairs;

  /** Whether operators may write off any event at any time. */
  boolean writeOffs;

  boolean closes;

  int adWriters = 2;
  int counterWriters = 1;

  /** Whether events may be offered, and other bolts act, while a put is under way. */
  boolean putsTakeTime;

  /** The order of write ids, by which siblings with equal bases are sorted. */
  WriteIdOrder writeIds = WriteIdOrder.RISING;

  int maxUnsettledIds = 100;

  /**
   * The hour of each event. The first two are in one window, which is as wide as that; the third
   * one brings the first one's hour out of it.
   */
  List<Long> hours = List.of(FIRST_HOUR, FIRST_HOUR + RecentHours.WINDOW - 1, PAST_THE_WINDOW);

  /** How many recounts of ad 0 may begin, each at any time, beside each other. */
  int recounts;

  /** What happens once, at any time, to the document of ad 0. */
  Damage damage = Damage.NONE;

  /** Damage to a document. */
  enum Damage {
    NONE,
    /** Somebody overwrites it with what cannot be read. */
    RUBBISH,
    /** It is gone from all replicas, and who counts begins at zero. */
    LOST
  }

  private ModelBounds(int replicas) {
    this.replicas = replicas;
  }

  static ModelBounds oneReplica() {
    return new ModelBounds(1);
  }

  static ModelBounds replicated() {
    return new ModelBounds(3);
  }

  ModelBounds events(int count) {
    events = count;
    return this;
  }

  ModelBounds ads(int count) {
    ads = count;
    return this;
  }

  ModelBounds counters(int count) {
    counters = count;
    return this;
  }

  int adOf(int event) {
    return event % ads;
  }

  /**
   * With two ads and two counters, three events are enough for an ad of two counters and a counter
   * of two ads.
   */
  int counterOf(int event) {
    return event / ads % counters;
  }

  /** The sequence of an event in its counter. */
  int sequenceOf(int event) {
    int before = 0;
    for (int e = 0; e < event; e++) {
      before += counterOf(e) == counterOf(event) ? 1 : 0;
    }
    return before;
  }

  ModelBounds puts(int ofAd, int ofCounter) {
    adPuts = ofAd;
    counterPuts = ofCounter;
    return this;
  }

  ModelBounds losses(int count) {
    losses = count;
    return this;
  }

  /** One replica may come back empty and behave like this. */
  ModelBounds emptyReplica(EmptyReplica how) {
    emptyReplica = how;
    return this;
  }

  ModelBounds withoutAckChecks() {
    checksAcks = false;
    return this;
  }

  ModelBounds repairs(int count) {
    repairs = count;
    return this;
  }

  ModelBounds writeOffs() {
    writeOffs = true;
    return this;
  }

  /** Operators close counters at any time, behind any event. */
  ModelBounds closes() {
    closes = true;
    return this;
  }

  ModelBounds writers(int ads, int counters) {
    adWriters = ads;
    counterWriters = counters;
    return this;
  }

  ModelBounds putsTakeTime() {
    putsTakeTime = true;
    return this;
  }

  ModelBounds writeIds(WriteIdOrder order) {
    writeIds = order;
    return this;
  }

  ModelBounds maxUnsettledIds(int most) {
    maxUnsettledIds = most;
    return this;
  }

  /**
   * Recounts are of counter 0, whose document is damaged; and so of ad 0. Events come into the
   * archives one by one, before they are offered.
   */
  boolean recountsCounter;

  /** Recounts of the document of counter 0, which is overwritten, and of ad 0 with it. */
  ModelBounds recountsOfCounter(int most) {
    recountsCounter = true;
    return recounts(most, Damage.RUBBISH);
  }

  /**
   * The second event brings the first one's hour out of the window, the third one comes between.
   */
  ModelBounds hourLeaves() {
    hours = List.of(FIRST_HOUR, PAST_THE_WINDOW, FIRST_HOUR + RecentHours.WINDOW / 2);
    return this;
  }

  /** Recounts of a document to which this happens. */
  ModelBounds recounts(int most, Damage before) {
    recounts = most;
    damage = before;
    return this;
  }

  @Override
  public String toString() {
    return ("replicas " + replicas + ", losses " + losses)
        + (emptyReplica != null ? ", an empty one " + emptyReplica : "")
        + (repairs > 0 ? ", read repairs " + repairs : "")
        + (writeOffs ? ", write-offs" : "")
        + (closes ? ", closes" : "")
        + (recounts > 0
            ? ", recounts "
                + (recountsCounter ? "of the counter " : "")
                + recounts
                + " after "
                + damage
            : "")
        + (ads > 1 ? ", ads " + ads : "")
        + (counters > 1 ? ", counters " + counters : "")
        + (hours.get(1) == PAST_THE_WINDOW ? ", an hour leaves" : "")
        + (", events " + events + ", ad puts " + adPuts + ", counter puts " + counterPuts)
        + (", writers " + adWriters + "+" + counterWriters)
        + (putsTakeTime ? ", puts take time" : "")
        + (", write ids " + writeIds + ", unsettled at most " + maxUnsettledIds);
  }
}
