package clickcounter.topology;

import clickcounter.endpoint.PrometheusReporter;
import clickcounter.event.Close;
import clickcounter.event.EventBatch;
import clickcounter.event.WriteOffRequest;
import clickcounter.metrics.Metric.Component;
import clickcounter.spouts.JmsSpout;
import clickcounter.spouts.RejectsBolt;
import clickcounter.storm.AdsBolt;
import clickcounter.storm.CountersBolt;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;

/**
 * The wiring of the components. Streams run in one direction only.
 *
 * <pre>
 * spout --events, by ad--> ads --marks, by counter--> counters
 *   |  '--close and write-offs, by counter--------------^
 *   '-----------------------'--------- rejected ------------> rejects
 * </pre>
 *
 * <p>The ads tasks also send the states of their ads to a topic, if a setting names one. That is no
 * stream, because they have to know whether the broker has a state.
 */
public final class ClickCounterTopology {
  /**
   * Storm's configuration for a machine that is shared: an idle executor looks for tuples every 10
   * ms. By default each looks every 1 ms, which takes a sixth of a core.
   */
  public static final Map<String, Object> SELDOM_LOOKS =
      Map.of(
          Config.TOPOLOGY_BOLT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
          10,
          Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
          10);

  static final String SPOUT = Component.SPOUT.id();
  static final String ADS = Component.ADS.id();
  static final String COUNTERS = Component.COUNTERS.id();
  static final String REJECTS = Component.REJECTS.id();

  /**
   * The heap has its full size and its memory from the start, in huge pages where the system has
   * them: memory that is touched for the first time during a collection made up half of the pauses.
   */
  private static final String WORKER_OPTIONS =
      "-Xms%1$dm -Xmx%1$dm -XX:+UseTransparentHugePages -XX:+AlwaysPreTouch";

  /** Storm puts it last: the cluster's worker.childopts may name another one, and two end a JVM. */
  private static final String WORKER_COLLECTOR =
      "-XX:-UseG1GC -XX:-UseSerialGC -XX:-UseZGC -XX:+UseParallelGC";

  private ClickCounterTopology() {}

  public static StormTopology build(TopologySettings settings) {
    TopologyBuilder builder = new TopologyBuilder();
    TopologySettings.Parallelism parallelism = settings.parallelism();
    builder.setSpout(
        SPOUT,
        new JmsSpout(settings.broker(), settings.spout(), ADS, COUNTERS),
        parallelism.spouts());
    builder
        .setBolt(
            ADS,
            new AdsBolt(
                settings.store(), settings.ads(), settings.views(), COUNTERS, settings.states()),
            parallelism.adsTasks())
        .directGrouping(SPOUT, Streams.EVENTS);
    builder
        .setBolt(
            COUNTERS,
            new CountersBolt(settings.store(), settings.counters(), settings.views()),
            parallelism.countersTasks())
        .directGrouping(ADS, Streams.MARKS)
        .directGrouping(SPOUT, Streams.MARKS)
        .directGrouping(SPOUT, Streams.COUNTER_EVENTS);
    builder
        .setBolt(REJECTS, new RejectsBolt(settings.broker()))
        .shuffleGrouping(SPOUT, Streams.REJECTED)
        .shuffleGrouping(ADS, Streams.REJECTED)
        .shuffleGrouping(COUNTERS, Streams.REJECTED);
    builder.addWorkerHook(new SecretFilesHook(settings.secretFiles()));
    return builder.createTopology();
  }

  /** Storm's configuration of the topology; everything else has Storm's defaults. */
  public static Config stormConfig(TopologySettings settings) {
    Config config = new Config();
    config.setNumWorkers(settings.parallelism().workers());
    config.put(
        Config.TOPOLOGY_WORKER_CHILDOPTS,
        WORKER_OPTIONS.formatted(settings.parallelism().workerHeapMb()));
    config.put(Config.TOPOLOGY_WORKER_GC_CHILDOPTS, WORKER_COLLECTOR);
    // One in each worker, as Storm does by default: an acker does little.
    config.setNumAckers(settings.parallelism().workers());
    config.setMessageTimeoutSecs(settings.messageTimeoutS());
    // The bolts emit from their own threads, which Storm allows with batches of 1 only.
    config.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
    config.put(Config.TOPOLOGY_TRANSFER_BATCH_SIZE, 1);
    // By default an idle executor parks many times for a nanosecond before it sleeps for a
    // millisecond. With a tuple every few ms it would never sleep, and waste processor time.
    config.put(Config.TOPOLOGY_BOLT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 0);
    config.put(Config.TOPOLOGY_FALL_BACK_ON_JAVA_SERIALIZATION, false);
    TopologySettings.MetricsSettings metrics = settings.metrics();
    if (metrics.portOffset() > 0) {
      config.put(
          Config.TOPOLOGY_METRICS_REPORTERS,
          List.of(PrometheusReporter.configuration(metrics.host(), metrics.portOffset())));
    }
    Stream.of(
            EventBatch.class,
            MarksBatch.class,
            Close.class,
            WriteOffRequest.class,
            RejectedBatch.class)
        .forEach(type -> config.registerSerialization(type, WireSerializer.class));
    return config;
  }
}
