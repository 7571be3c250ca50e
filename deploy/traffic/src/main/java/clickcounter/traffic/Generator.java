package clickcounter.traffic;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates a realistic day, or several: a few hot ads and a long tail, many more impressions than
 * clicks, budgets of which some run out, services that restart, some after a crash. The same
 * settings give the same bytes. Memory grows with the ads, not with the events.
 */
public final class Generator {
  private static final long DAY_MS = 86_400_000;
  private static final long HOUR_MS = 3_600_000;

  /** One ad in ten gets a second budget event. One in ten of these lowers the budget. */
  private static final double TOP_UPS = 0.1;

  private static final double LOWERED = 0.1;

  /** A verdict comes so much later. */
  private static final InvalidTraffic.Delay DELAY =
      new InvalidTraffic.Delay(2 * 60_000, 45 * 60_000);

  /** The author's job runs again, and sends one verdict in four once more. */
  private static final double VERDICT_TWICE = 0.25;

  /** Dimensions are drawn apart: a day is the same with and without them. */
  private static final long DIMS_SEED = 0xd1335;

  /** Makes most budgets arrive early. */
  private static final double BUDGET_HURRY = 4;

  private final GeneratorSettings settings;
  private final EventSinkOfDay sink;
  private final LongConsumer progress;
  private final SplittableRandom random;
  private final AdCatalog ads;
  private final Services services;

  private final Services.ServiceLife author;

  /** Null if all clicks are charged. */
  private final InvalidTraffic invalid;

  /** Null if events have no dimensions. */
  private final Audience audience;

  private final Disorder way;
  private final long startMs;

  /** Close notices that are still to come. */
  private long closings;

  private long budgets;

  /** The ad that may be the next one to get its first budget. */
  private int nextFunded;

  private long lastMs;

  private long events;
  private long lost;
  private long duplicates;
  private int counters;

  private Generator(GeneratorSettings settings, EventSinkOfDay sink, LongConsumer progress) {
    this.settings = settings;
    this.sink = sink;
    this.progress = progress;
    random = new SplittableRandom(settings.seed());
    ads = new AdCatalog(settings.ads(), settings.events(), settings.seed());
    startMs = settings.start().toEpochMilli();
    services = new Services(settings, settings.days() * DAY_MS, random.split());
    way = new Disorder(settings, random.split(), sink);
    author = new Services.ServiceLife(authorId(settings), settings.invalidClicks());
    invalid =
        settings.invalidClicks()
            ? new InvalidTraffic(DELAY, new SplittableRandom(~settings.seed()))
            : null;
    audience =
        settings.dims() ? new Audience(new SplittableRandom(settings.seed() ^ DIMS_SEED)) : null;
    long closing = services.closings() + (author.closesProperly ? 1 : 0);
    closings = Math.min(closing, settings.events() / 2);
    budgets = Math.min(budgetEvents(), (settings.events() - closings) / 3);
    lastMs = startMs;
  }

  private static String authorId(GeneratorSettings settings) {
    LocalDate first = LocalDate.ofInstant(settings.start(), ZoneOffset.UTC);
    return InvalidTraffic.AUTHOR + '-' + DateTimeFormatter.BASIC_ISO_DATE.format(first) + "-r7";
  }

  /**
   * Writes {@code archive/<host>/<counterId>.ndjson.gz} (of several days {@code
   * <counterId>-<hour>.ndjson.gz}) and {@code queue.ndjson} into the directory.
   *
   * @param progress receives how many events were generated since its last call
   */
  public static GeneratedDay generate(
      GeneratorSettings settings, Path directory, LongConsumer progress) throws IOException {
    GeneratedFiles files = new GeneratedFiles(directory, settings.days() > 1);
    try (files) {
      Generator day = new Generator(settings, files, progress);
      day.run();
      return new GeneratedDay(
          day.events,
          settings.ads(),
          day.counters,
          settings.seed(),
          day.lost,
          day.duplicates,
          directory.resolve(GeneratedFiles.ARCHIVE),
          directory.resolve(GeneratedFiles.QUEUE));
    } catch (IOException e) {
      throw new IOException(
          directory + " cannot be written (" + e + "). What is in it is not whole: delete it", e);
    }
  }

  /**
   * Generates files, unless the directory is there. It has its name when it is complete, so that an
   * interrupted run generates it again.
   */
  public static void generateOnce(GeneratorSettings settings, Path directory) throws IOException {
    if (!Files.exists(directory)) {
      Path making = directory.resolveSibling(directory.getFileName() + ".part");
      deleteIfThere(making);
      generate(settings, making, count -> {});
      Files.move(making, directory);
    }
  }

  private static void deleteIfThere(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> tree = Files.walk(directory)) {
        tree.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    }
  }

  /** Generates a day into a sink, without files. */
  public static void generate(GeneratorSettings settings, EventSinkOfDay sink) throws IOException {
    new Generator(settings, sink, count -> {}).run();
  }

  private long budgetEvents() {
    long funded = 0;
    for (int ad = 0; ad < ads.size(); ad++) {
      funded += ads.isFunded(ad) ? 1 : 0;
    }
    return funded + (long) (funded * TOP_UPS);
  }

  private void run() throws IOException {
    long steps = settings.events() - closings;
    for (long step = 0; step < steps; step++) {
      double time = (double) step / steps;
      int host = random.nextInt(services.hosts());
      while (services.isOver(host, shareOfTime(time))) {
        end(services.at(host));
        services.restart(host);
      }
      long left = steps - step;
      boolean budget = budgets == left || random.nextDouble() * left < budgets * BUDGET_HURRY;
      if (budget && budgets > 0) {
        budgets--;
        budget(services.at(host), time);
      } else if (!judge()) {
        view(services.at(host), time);
      }
    }
    endOfDay();
    way.finish();
  }

  /**
   * Ends all lives that have not ended. Close notices that were planned for lives without events
   * are replaced by impressions, so that the number of events is as requested.
   */
  private void endOfDay() throws IOException {
    for (; closings > closingsAhead(); closings--) {
      view(services.at(0), 1);
    }
    for (int host = 0; host < services.hosts(); host++) {
      end(services.at(host));
    }
    if (invalid != null) {
      end(author);
    }
  }

  private long closingsAhead() {
    long ahead = closes(author) ? 1 : 0;
    for (int host = 0; host < services.hosts(); host++) {
      ahead += closes(services.at(host)) ? 1 : 0;
    }
    return ahead;
  }

  private static boolean closes(Services.ServiceLife life) {
    return life.closesProperly && life.nextSequence > 0;
  }

  private void end(Services.ServiceLife life) throws IOException {
    if (closings > 0 && closes(life)) {
      closings--;
      give(life, new Close(life.counterId, life.nextSequence, lastMs));
    }
    sink.ended(life.counterId);
  }

  /** The first budget of the next ad; later another one of any ad. */
  private void budget(Services.ServiceLife life, double time) throws IOException {
    while (nextFunded < ads.size() && !ads.isFunded(nextFunded)) {
      nextFunded++;
    }
    if (nextFunded < ads.size()) {
      int ad = nextFunded++;
      give(life, ad, EventKind.BUDGET, ads.budgetMicros(ad), time);
      return;
    }
    int ad = random.nextInt(ads.size());
    long amount = ads.budgetMicros(ad);
    long more = random.nextDouble() < LOWERED ? -amount / 4 : amount / 2;
    give(life, ad, EventKind.BUDGET, more, time);
  }

  private void view(Services.ServiceLife life, double time) throws IOException {
    int ad = ads.draw(random);
    if (random.nextDouble() < ads.clickRate(ad)) {
      click(life, ad, time);
    } else {
      give(life, ad, EventKind.IMPRESSION, 0, time);
    }
  }

  private void click(Services.ServiceLife life, int ad, double time) throws IOException {
    String reason = invalid == null ? null : invalid.filterReason();
    if (reason != null) {
      passTime(time);
      Judgement judgement = Judgement.ofFilter(reason);
      give(life, event(life, judgement.filteredKind(), ad, 0, judgement));
      return;
    }
    AdEvent click = give(life, ad, EventKind.CLICK, ads.costMicros(ad), time);
    if (invalid != null) {
      invalid.charged(click, lastMs);
    }
  }

  /** Writes the verdict that is due; false if there is none. */
  private boolean judge() throws IOException {
    InvalidTraffic.DueVerdict due = invalid == null ? null : invalid.next(lastMs);
    if (due == null) {
      return false;
    }
    give(
        author,
        new AdEvent(
            author.counterId,
            author.nextSequence,
            due.kind(),
            due.click().adId(),
            lastMs,
            due.click().amountMicros(),
            due.judgement()));
    return true;
  }

  private AdEvent give(Services.ServiceLife life, int ad, EventKind kind, long amount, double time)
      throws IOException {
    passTime(time);
    AdEvent event = event(life, kind, ad, amount, null);
    give(life, event);
    return event;
  }

  private AdEvent event(
      Services.ServiceLife life, EventKind kind, int ad, long amount, Judgement judgement) {
    return new AdEvent(
        life.counterId, life.nextSequence, kind, ads.adId(ad), lastMs, amount, judgement);
  }

  private void passTime(double shareOfEvents) throws IOException {
    double share = shareOfTime(shareOfEvents);
    tellTime(Math.max(lastMs, startMs + (long) (share * settings.days() * DAY_MS)));
  }

  /** The share of the time that has passed when this share of the events has happened. */
  private double shareOfTime(double shareOfEvents) {
    double days = shareOfEvents * settings.days();
    int day = (int) Math.min(days, settings.days() - 1);
    return (day + DayCurve.shareOfDay(days - day)) / settings.days();
  }

  private void tellTime(long timeMs) throws IOException {
    if (events == 0 || timeMs / HOUR_MS > lastMs / HOUR_MS) {
      sink.hourBegins(timeMs);
    }
    lastMs = timeMs;
  }

  private void give(Services.ServiceLife life, Event event) throws IOException {
    String line = EventWriter.toLine(event, visitor(event));
    sink.archived(life.counterId, life.nextSequence, line);
    events++;
    counters += life.nextSequence == 0 ? 1 : 0;
    life.nextSequence++;
    int arrivals = arrivals(line, life == author ? VERDICT_TWICE : 0);
    lost += arrivals == 0 ? 1 : 0;
    duplicates += arrivals > 1 ? 1 : 0;
    progress.accept(1);
  }

  private Visitor visitor(Event event) {
    boolean isSeen =
        event instanceof AdEvent ad && ad.kind() != EventKind.BUDGET && !ad.kind().isVerdict();
    return isSeen && audience != null ? audience.next() : Visitor.UNKNOWN;
  }

  private int arrivals(String line, double twice) throws IOException {
    long ofLastDayMs = lastMs - startMs - (settings.days() - 1) * DAY_MS;
    return ofLastDayMs < 0 ? 1 : way.send(line, ofLastDayMs / HOUR_MS, twice);
  }

  /**
   * The files of a generated day, and what is in them.
   *
   * @param lost events that are in the archive and not in the queue's file
   * @param duplicates events that are in the queue's file twice
   * @param archive the directory of the services' files
   */
  public record GeneratedDay(
      long events,
      int ads,
      int counters,
      long seed,
      long lost,
      long duplicates,
      Path archive,
      Path queue) {}

  /** Receives a generated day, event by event, in the order of time. */
  public interface EventSinkOfDay {
    /** All events before this were earlier than this hour, and all after it are not. */
    default void hourBegins(long timeMs) throws IOException {}

    /** A service writes the event to its archive. */
    void archived(String counterId, long sequence, String line) throws IOException;

    /** The life of the counter ends, with or without a close notice. */
    default void ended(String counterId) throws IOException {}

    void queued(String line) throws IOException;
  }

  /** The distribution of events over the day: few at night, most in the evening. */
  private static final class DayCurve {
    /** Relative number of visitors per hour. */
    private static final int[] HOURS = {
      30, 20, 13, 9, 8, 10, 18, 32, 45, 55, 60, 65, 72, 68, 62, 60, 63, 70, 80, 92, 100, 96, 75, 48
    };

    private static final double ALL = IntStream.of(HOURS).sum();

    private DayCurve() {}

    /** The share of the day that has passed when this share of the events has happened. */
    static double shareOfDay(double shareOfEvents) {
      int hour = 0;
      int before = 0;
      while (hour < HOURS.length - 1 && (before + HOURS[hour]) / ALL <= shareOfEvents) {
        before += HOURS[hour++];
      }
      double from = before / ALL;
      double within = (shareOfEvents - from) / ((before + HOURS[hour]) / ALL - from);
      return Math.min(0.999_999_9, (hour + within) / HOURS.length);
    }
  }
}
