package clickcounter.ledger;

/** How far a model is searched, and in what surroundings. */
final class ModelBounds {
  enum WriteIdOrder {
    RISING,
    FALLING,
    /** Every put may get a higher or a lower one. */
    ANY
  }

  /** What becomes of a replica that lost its disk. */
  enum EmptyReplica {
    /** It serves at once, and its "not found" counts as an answer (notfound_ok=true). */
    SERVES,
    /**
     * It serves at once; a "not found" is no answer where two others have one (notfound_ok=false).
     */
    SERVES_NOTFOUND_NOT_OK,
    /**
     * It serves at once; "not found" is an answer only where no replica has anything, else two
     * replicas that have something are: as {@code RiakStore} reads.
     */
    SERVES_NOTFOUND_FROM_ALL,
    /**
     * It serves at once, but only what the other two agree on; the rest it got from them before.
     */
    SERVES_WHAT_OTHERS_AGREE_ON,
    /** It serves at once; until it is rebuilt every read and every put asks all three. */
    SERVES_ALL_ARE_ASKED
  }

  /** 1 or 3; of 3 a reader asks any 2, and a put reaches any of them. */
  final int replicas;

  /** The consistent kind of bucket: a put whose writer has not read the newest value is refused. */
  final boolean conditional;

  int events = 2;

  /** Event e is of ad e modulo this. */
  int ads = 1;

  /** Event e is of counter e modulo this. */
  int counters = 1;

  int adPuts = 3;
  int counterPuts = 2;

  /** Replicas that may be lost and rebuilt from the other two. */
  int losses;

  /** Whether a replica may come back empty, once, and how that is dealt with; null for never. */
  EmptyReplica emptied;

  /** Whether an ack too early is a fault; without it only what documents say is looked at. */
  boolean looksAtAcks = true;

  /** How often a read may bring a replica up to another one, or may not. */
  int repairs;

  /** Whether operators write off any event at any time. */
  boolean writeOffs;

  int adWriters = 2;
  int counterWriters = 1;

  /** Whether events may be offered, and the others act, while a put is under way. */
  boolean putsTakeTime;

  /** Siblings of one age are ordered by their write ids. */
  WriteIdOrder writeIds = WriteIdOrder.RISING;

  int maxUnsettledIds = 100;

  private ModelBounds(int replicas, boolean conditional) {
    this.replicas = replicas;
    this.conditional = conditional;
  }

  static ModelBounds consistent() {
    return new ModelBounds(1, true);
  }

  static ModelBounds ordinary() {
    return new ModelBounds(1, false);
  }

  static ModelBounds replicated() {
    return new ModelBounds(3, false);
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

  int counterOf(int event) {
    return event % counters;
  }

  /** Of the event in its counter. */
  int sequenceOf(int event) {
    return event / counters;
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

  /** One replica may come back empty, and is treated so. */
  ModelBounds emptied(EmptyReplica how) {
    emptied = how;
    return this;
  }

  ModelBounds whatDocumentsSay() {
    looksAtAcks = false;
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

  @Override
  public String toString() {
    return (conditional ? "consistent" : "ordinary")
        + (", replicas " + replicas + ", losses " + losses)
        + (emptied != null ? ", an empty one " + emptied : "")
        + (repairs > 0 ? ", read repairs " + repairs : "")
        + (writeOffs ? ", write-offs" : "")
        + (ads > 1 ? ", ads " + ads : "")
        + (counters > 1 ? ", counters " + counters : "")
        + (", events " + events + ", ad puts " + adPuts + ", counter puts " + counterPuts)
        + (", writers " + adWriters + "+" + counterWriters)
        + (putsTakeTime ? ", puts take time" : "")
        + (", write ids " + writeIds + ", unsettled at most " + maxUnsettledIds);
  }
}
