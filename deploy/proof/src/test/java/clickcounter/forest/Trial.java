package clickcounter.forest;

import clickcounter.cli.Terminal;
import clickcounter.event.EventKind;
import clickcounter.tools.Counting;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.judge.Differences;
import clickcounter.tools.judge.JudgedDay;
import clickcounter.tools.judge.RulesFile;
import clickcounter.tools.judge.RulesFile.Rule;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Trains a forest on one generated day and tries it on two others: one of the same machines, and
 * one of machines that are four times as slow. Prints precision and recall, of the rules of {@code
 * archive judge} too, and writes the verdicts on the second day as their archive file.
 */
final class Trial {
  private static final LocalDate TRAINED = LocalDate.of(2026, 11, 2);
  private static final double SLOWER = 4;

  private final Path directory;
  private final PrintStream out;
  private final int people;

  /**
   * A day.
   *
   * @param machines ids of the clicks that machines made
   * @param byRules ids of the clicks that the rules find
   */
  private record Day(Features features, Set<String> machines, List<String> byRules) {}

  /** Asks a judged day something. */
  private interface Asking<T> {
    T of(JudgedDay day) throws IOException;
  }

  /**
   * How well clicks are judged.
   *
   * @param found clicks that are judged invalid
   * @param right of these, those of machines
   * @param machines clicks of machines
   */
  record Score(long found, long right, long machines) {
    static Score of(List<String> found, Set<String> machines) {
      return new Score(
          found.size(), found.stream().filter(machines::contains).count(), machines.size());
    }

    /** The share of the clicks judged invalid that machines made. */
    double precision() {
      return found == 0 ? 1 : right / (double) found;
    }

    /** The share of the machines' clicks that is judged invalid. */
    double recall() {
      return right / (double) machines;
    }
  }

  Trial(Path directory, int people, PrintStream out) {
    this.directory = directory;
    this.people = people;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments.length == 0 ? "target/trial" : arguments[0]);
    new Trial(directory, 30_000, System.out).run();
  }

  /** Returns the forest's score on the day of the same machines. */
  Score run() throws IOException {
    Day trained = day(0, 1);
    Day same = day(1, 1);
    Day slower = day(2, SLOWER);
    Forest forest = Forest.train(trained.features(), trained.machines(), 7);
    out.printf(
        Locale.ROOT,
        "A forest, trained on %,d clicks of a generated day, %,d of them by machines%n",
        trained.features().clicks().size(),
        trained.machines().size());
    out.println("| judge | precision | recall | clicks found |");
    out.println("| --- | --: | --: | --: |");
    Score score = null;
    for (double least : new double[] {0.5, 0.9}) {
      String name = "forest, %.0f %% of the trees".formatted(least * 100);
      List<String> found = forest.find(same.features(), least);
      Score ofSame = score(name + ", the same machines", same, found);
      score(name + ", slower machines", slower, forest.find(slower.features(), least));
      score = score == null ? ofSame : score;
    }
    score("rules, the same machines", same, same.byRules());
    score("rules, slower machines", slower, slower.byRules());
    write(TRAINED.plusDays(1), forest.find(same.features(), 0.9));
    return score;
  }

  private Day day(int number, double slowness) throws IOException {
    LocalDate date = TRAINED.plusDays(number);
    Path file = directory(date).resolve("generated.ndjson");
    Set<String> machines = GeneratedDay.write(file, date, 100 + number, slowness, people);
    return ask(
        date,
        judged -> {
          Features features = Features.of(judged);
          for (Rule rule : rules()) {
            judged.find(rule);
          }
          return new Day(features, machines, found(judged));
        });
  }

  private static List<String> found(JudgedDay judged) throws IOException {
    try (Statement statement = judged.table().connection().createStatement();
        ResultSet row = statement.executeQuery("SELECT counter || ':' || sequence FROM found")) {
      List<String> found = new ArrayList<>();
      while (row.next()) {
        found.add(row.getString(1));
      }
      return found;
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  private static List<Rule> rules() {
    try {
      return RulesFile.read(Path.of(Trial.class.getResource("rules.yaml").toURI())).rules();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long endMs(LocalDate date) {
    return JudgedDay.startMs(date.plusDays(1));
  }

  private Path directory(LocalDate date) {
    return directory.resolve(date.toString());
  }

  /** Asks as the judge asks any day. All that services wrote is counted. */
  private <T> T ask(LocalDate date, Asking<T> asking) throws IOException {
    RulesFile forest = new RulesFile("forest", "1", Duration.ofHours(1), rules());
    Counting counting = new Counting();
    counting.receive(Files.readAllLines(directory(date).resolve("generated.ndjson")));
    Instant afterwards = Instant.ofEpochMilli(endMs(date)).plus(Past.TOLERANCE);
    ArchiveFiles files = ArchiveFiles.find(List.of(directory(date)));
    Terminal quiet = new Terminal(out, out, false);
    Documents documents = new Documents(counting.store);
    try (FreshTable fresh = new FreshTable(Optional.empty(), quiet);
        Past past =
            new Past(
                fresh.update(files, afterwards.toEpochMilli()),
                documents.counters(documents.directory()).values(),
                documents.acceptedLosses(),
                afterwards.toEpochMilli())) {
      return asking.of(new JudgedDay(past, forest, date));
    }
  }

  private Score score(String judge, Day day, List<String> found) {
    Score score = Score.of(found, day.machines());
    out.printf(
        Locale.ROOT,
        "| %s | %.3f | %.3f | %,d |%n",
        judge,
        score.precision(),
        score.recall(),
        score.found());
    return score;
  }

  private static String ids(List<String> found) {
    return found.stream()
        .map(Table::text)
        .collect(
            Collectors.joining(", ", "FROM clicks WHERE counter || ':' || sequence IN ('', ", ")"));
  }

  private void write(LocalDate date, List<String> found) throws IOException {
    Differences differences =
        ask(
            date,
            judged -> {
              judged.find(new Rule("forest", "forest@1", ids(found)));
              return judged.differences(endMs(date));
            });
    if (differences.isEmpty()) {
      out.println("Nothing new: no verdict is written.");
      return;
    }
    Path file = differences.write(directory(date));
    out.printf(Locale.ROOT, "%,d verdicts: %s%n", differences.count(EventKind.INVALIDATION), file);
  }
}
