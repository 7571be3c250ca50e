package clickcounter.topology;

import java.util.List;
import java.util.Objects;

/**
 * What a load asks of workers, brokers and Riak, by arithmetic: calls a second, cores, memory and
 * disk. It takes measured costs, and no peaks: plan for the rate of the busiest seconds.
 *
 * @param load the events
 * @param layout what is to carry them
 * @param costs measured ones
 */
public record Capacity(Load load, Layout layout, Costs costs) {
  /** Marks wait for the counter's put and for one view, beside the deferral of the ad. */
  private static final double MARKS_S = 0.5;

  private static final double MICROS = 1e-6;

  public Capacity {
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(costs, "costs");
  }

  /**
   * Ads with about the same number of events.
   *
   * @param eventsPerSecond of all of them together
   */
  public record AdGroup(long ads, double eventsPerSecond) {
    public AdGroup {
      require("ads", ads, 1);
      if (!(eventsPerSecond > 0)) {
        throw new IllegalArgumentException(
            "eventsPerSecond: expected more than 0, found " + eventsPerSecond);
      }
    }

    /**
     * An ad is put when the deferral since its last put ends, or at its next event if none came
     * meanwhile, which happens to a share of exp(-events) of the ads.
     */
    private double putsPerSecond(double deferralS) {
      double ofOneAd = eventsPerSecond / ads;
      double waitS = Math.exp(-ofOneAd * deferralS) / ofOneAd;
      return ads / (deferralS + waitS);
    }
  }

  /**
   * The events.
   *
   * @param liveCounters that have events now
   * @param allCounters that ever had
   * @param allAds that have documents
   */
  public record Load(
      List<AdGroup> ads,
      int liveCounters,
      long allCounters,
      long allAds,
      int linesPerMessage,
      int bytesPerLine) {
    public Load {
      ads = List.copyOf(ads);
      require("ads", ads.size(), 1);
      require("liveCounters", liveCounters, 1);
      require("allCounters", allCounters, liveCounters);
      require("linesPerMessage", linesPerMessage, 1);
      require("bytesPerLine", bytesPerLine, 1);
      require("allAds", allAds, ads.stream().mapToLong(AdGroup::ads).sum());
    }

    public double eventsPerSecond() {
      return ads.stream().mapToDouble(AdGroup::eventsPerSecond).sum();
    }

    /** The same counters with so many times the events and ads. */
    public Load times(int factor) {
      return new Load(
          ads.stream()
              .map(g -> new AdGroup(g.ads() * factor, g.eventsPerSecond() * factor))
              .toList(),
          liveCounters * factor,
          allCounters * factor,
          allAds * factor,
          linesPerMessage,
          bytesPerLine);
    }
  }

  /**
   * Machines, and the settings that decide how many calls they make.
   *
   * @param cacheBytes of each worker
   * @param replicas of each document
   */
  public record Layout(
      int workers,
      int brokers,
      int riakNodes,
      int replicas,
      long deferralMs,
      long counterDeferralMs,
      int counterPutsPerSecond,
      long viewRefreshMs,
      int viewReadsPerSecond,
      long cacheBytes) {
    public Layout {
      require("workers", workers, 1);
      require("brokers", brokers, 1);
      require("riakNodes", riakNodes, 1);
      require("replicas", replicas, 1);
      require("deferralMs", deferralMs, 1);
    }

    /** Machines with the topology's settings. */
    public static Layout of(Settings settings, int brokers, int riakNodes, int replicas) {
      return new Layout(
          settings.integer(Setting.WORKERS),
          brokers,
          riakNodes,
          replicas,
          settings.number(Setting.DEFERRAL_MS),
          settings.number(Setting.COUNTER_DEFERRAL_MS),
          settings.integer(Setting.COUNTER_PUTS_PER_SECOND),
          settings.number(Setting.VIEW_REFRESH_MS),
          settings.integer(Setting.VIEW_READS_PER_SECOND),
          settings.number(Setting.CACHE_MB) << 20);
    }
  }

  /**
   * Measured costs, in µs of processor time and in bytes.
   *
   * @param workerMicrosPerEvent spout, Storm, tasks and garbage collector, without puts
   * @param workerMicrosPerCall of a put or read: document, client and answer
   * @param brokerMicrosPerMessage journal and JMS, the sender's and the worker's side included
   * @param brokerMicrosPerEvent the same, for each line
   * @param riakMicrosPerCall with all replicas
   * @param pendingEventBytes of live heap, the line in the JMS client included
   * @param liveAdBytes of live heap
   * @param workerBaseBytes of live heap without ads and events
   * @param documentBytes of an ad or counter on disk
   */
  public record Costs(
      double workerMicrosPerEvent,
      double workerMicrosPerCall,
      double brokerMicrosPerMessage,
      double brokerMicrosPerEvent,
      double riakMicrosPerCall,
      int pendingEventBytes,
      int liveAdBytes,
      long workerBaseBytes,
      int documentBytes) {
    /** As measured; CAPACITY.md says when, and with which commands. */
    public static final Costs MEASURED =
        new Costs(8.4, 21.8, 176, 0.47, 600, 250, 900, 120L << 20, 500);
  }

  /** An event is pending for a deferral, then until its mark is recorded. */
  public double pendingEvents() {
    return load.eventsPerSecond() * (layout.deferralMs / 1e3 + counterPutEveryS() + MARKS_S);
  }

  public double adPutsPerSecond() {
    return load.ads.stream().mapToDouble(g -> g.putsPerSecond(layout.deferralMs / 1e3)).sum();
  }

  public double eventsPerPut() {
    return load.eventsPerSecond() / adPutsPerSecond();
  }

  /** Each counter's document is put by the one worker that has its counters task. */
  public double counterPutsPerSecond() {
    return load.liveCounters / counterPutEveryS();
  }

  /** Each worker reads each live counter. */
  public double viewReadsPerSecond() {
    double everyS = longer(layout.viewRefreshMs, load.liveCounters, layout.viewReadsPerSecond);
    return layout.workers * load.liveCounters / everyS;
  }

  private double counterPutEveryS() {
    double ofAWorker = (double) load.liveCounters / layout.workers;
    return longer(layout.counterDeferralMs, ofAWorker, layout.counterPutsPerSecond);
  }

  private static double longer(long intervalMs, double calls, int mostPerSecond) {
    return Math.max(intervalMs / 1e3, mostPerSecond == 0 ? 0 : calls / mostPerSecond);
  }

  /** Calls of Riak in all. */
  public double callsPerSecond() {
    return adPutsPerSecond() + counterPutsPerSecond() + viewReadsPerSecond();
  }

  /** Cores that one worker is busy with. */
  public double coresPerWorker() {
    double micros =
        load.eventsPerSecond() * costs.workerMicrosPerEvent
            + callsPerSecond() * costs.workerMicrosPerCall;
    return micros * MICROS / layout.workers;
  }

  /** Cores that one broker is busy with. */
  public double coresPerBroker() {
    double micros =
        load.eventsPerSecond()
            * (costs.brokerMicrosPerEvent + costs.brokerMicrosPerMessage / load.linesPerMessage);
    return micros * MICROS / layout.brokers;
  }

  /** Cores that one Riak node is busy with. */
  public double coresPerRiakNode() {
    return callsPerSecond() * costs.riakMicrosPerCall * MICROS / layout.riakNodes;
  }

  /** Half of the heap is live at most, so that the garbage collector has little to do. */
  public double heapBytesPerWorker() {
    double ads = load.ads.stream().mapToLong(AdGroup::ads).sum();
    double live = pendingEvents() * costs.pendingEventBytes + ads * costs.liveAdBytes;
    return 2 * (costs.workerBaseBytes + layout.cacheBytes + live / layout.workers);
  }

  /** Bytes a second that one broker's journal writes. */
  public double journalBytesPerSecond() {
    return load.eventsPerSecond() * load.bytesPerLine / layout.brokers;
  }

  /** Bytes of documents on one Riak node, without old versions. */
  public double diskBytesPerRiakNode() {
    double documents = (double) load.allAds + load.allCounters;
    return documents * costs.documentBytes * layout.replicas / layout.riakNodes;
  }

  private static void require(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": expected at least " + least + ", found " + value);
    }
  }
}
