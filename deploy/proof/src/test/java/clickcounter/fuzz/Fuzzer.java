package clickcounter.fuzz;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads one damaged input after the other until it is told to stop, an input breaks a promise, or
 * one takes longer than {@link #HANG_S}. Seeds are consecutive. The seed alone decides the target
 * and the input.
 */
final class Fuzzer {
  /** An input takes milliseconds, so this is a hang even on a busy machine. */
  static final int HANG_S = 60;

  private static final long LOOK_MS = 200;

  /** How many inputs of a target were read, and in what time. */
  record Tally(String target, long inputs, double inputsPerSecond) {}

  /** An input that broke a promise, or hangs. */
  record Failure(String target, long seed, String input, String what) {}

  private final List<FuzzTarget> targets;

  /** Indexes of targets in the order of a round. */
  private final int[] round;

  private final long[] inputs;
  private final long[] spentNs;
  private volatile long nextSeed;
  private volatile long startedNs;
  private volatile String current = "";
  private volatile Failure failure;
  private volatile boolean stop;

  Fuzzer(List<FuzzTarget> targets, long firstSeed) {
    this.targets = List.copyOf(targets);
    this.round = round(targets);
    this.inputs = new long[targets.size()];
    this.spentNs = new long[targets.size()];
    this.nextSeed = firstSeed;
  }

  /**
   * One target for each format that comes from outside.
   *
   * @param scratch a directory of our own, in which files are overwritten all the time
   */
  static List<FuzzTarget> targets(SampleLines samples, Path scratch) {
    List<FuzzTarget> targets = new ArrayList<>();
    targets.add(new LinesTarget(samples));
    targets.add(new MessagesTarget(samples));
    for (DocumentsTarget.Kind<?> kind : DocumentsTarget.KINDS) {
      targets.add(new DocumentsTarget(kind));
    }
    targets.add(new WireTarget(samples));
    targets.add(new ArchivesTarget(samples, scratch.resolve("archive")));
    targets.add(new DayFilesTarget(scratch.resolve("days")));
    return targets;
  }

  /**
   * Reads at least one input; stops at the first failure.
   *
   * @param goesOn whether to go on when the inputs of so many seeds have been read
   */
  void runWhile(LongPredicate goesOn) throws InterruptedException {
    startedNs = System.nanoTime();
    Thread thread = new Thread(() -> readWhile(goesOn), "fuzzer");
    thread.setDaemon(true);
    thread.start();
    while (thread.isAlive()) {
      thread.join(LOOK_MS);
      if (thread.isAlive() && System.nanoTime() - startedNs > TimeUnit.SECONDS.toNanos(HANG_S)) {
        stop = true;
        failure = hang(thread);
        return;
      }
    }
  }

  private Failure hang(Thread thread) {
    String place =
        Arrays.stream(thread.getStackTrace())
            .map(StackTraceElement::toString)
            .collect(Collectors.joining("\n    "));
    return new Failure(
        target(nextSeed).name(), nextSeed, current, "not read within " + HANG_S + " s: " + place);
  }

  private FuzzTarget target(long seed) {
    return targets.get(index(seed));
  }

  private int index(long seed) {
    return round[(int) Math.floorMod(seed, (long) round.length)];
  }

  private static int[] round(List<FuzzTarget> targets) {
    int most = targets.stream().mapToInt(FuzzTarget::share).max().orElseThrow();
    return IntStream.range(0, most * targets.size())
        .filter(i -> i / targets.size() < targets.get(i % targets.size()).share())
        .map(i -> i % targets.size())
        .toArray();
  }

  private void readWhile(LongPredicate goesOn) {
    long firstSeed = nextSeed;
    do {
      read(nextSeed);
      if (failure == null) {
        nextSeed++;
      }
    } while (failure == null && !stop && goesOn.test(nextSeed - firstSeed));
  }

  private void read(long seed) {
    startedNs = System.nanoTime();
    current = "(being made)";
    try {
      // Neighbouring seeds alone would draw alike.
      FuzzCase drawn = target(seed).draw(new Random(seed * 0x9E3779B97F4A7C15L >>> 1));
      current = drawn.input().get();
      drawn.claim().check();
    } catch (Exception | Error e) {
      failure = new Failure(target(seed).name(), seed, current, stack(e));
    }
    inputs[index(seed)]++;
    spentNs[index(seed)] += System.nanoTime() - startedNs;
  }

  private static String stack(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Null when every input kept its promise. */
  Failure failure() {
    return failure;
  }

  /** By target, its own time alone counted; to be asked when it has stopped. */
  List<Tally> tallies() {
    List<Tally> all = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      double seconds = Math.max(1, spentNs[i]) / 1e9;
      all.add(new Tally(targets.get(i).name(), inputs[i], inputs[i] / seconds));
    }
    return all;
  }
}
