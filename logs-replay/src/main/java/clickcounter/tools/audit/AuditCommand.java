package clickcounter.tools.audit;

import clickcounter.cli.MetricsFile;
import clickcounter.cli.Progress;
import clickcounter.jms.DeadLetters;
import clickcounter.service.PrometheusText;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.QueueWait;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = {
      "Checks that every document equals the sum of the archived events that are counted.",
      "",
      "SQL makes the sums. Documents are only read, and keys are never listed.",
      "",
      "An event that is in an archive and not counted is missing. That is not a wrong count: an ad"
          + " that lacks events is compared with the sum of its other events.",
      "",
      "It asks a table: without PATH that of ops.table, into which it first"
          + " imports what is new. Otherwise it makes a temporary one, and deletes it.",
      "",
      "Name all archives of the counters: an event that is counted and in none of the files makes"
          + " its ad wrong, and a counter that is in none of them leaves no verdict. During live"
          + " traffic, documents that differ are read again until they are stable, for about ten"
          + " seconds.",
      "",
      "An event that is still on the queue is not missing for good: when events are missing, the"
          + " broker is asked for messages that were sent until the files were read."
          + " --until-counted waits until they are counted."
    },
    exitCodeList = {
      "0:every document matches the archives",
      "1:events are missing; all counts are right",
      "2:wrong counts, counted events that are in no file, or wrong verdicts on clicks",
      "3:the files break off, have no event, or lack counters that Riak knows",
      "4:the documents match the files that were read"
    },
    footer = {
      "  clicks documents audit /var/log/clicks",
      "  clicks documents audit /var/log/clicks --json > audit.json",
      "  clicks documents audit /var/log/clicks --counter hostA-20260601_000000-k3f9xq --json"
    })
public final class AuditCommand extends ResultCommand {
  @Mixin private ArchivePaths archives;

  @Option(
      names = "--counter",
      paramLabel = "ID",
      description = "Only this counter (no ads are compared); repeatable")
  private List<String> counters = new ArrayList<>();

  @Option(
      names = "--ad",
      paramLabel = "ID",
      description = "Only this ad (no counters are compared); repeatable")
  private List<String> ads = new ArrayList<>();

  @Option(
      names = "--until-counted",
      description =
          "If events are missing, wait until the messages that are on the queue now are counted,"
              + " and show the progress; then read the documents again")
  private boolean wait;

  @Mixin private MetricsFile metricsFile;

  private QueueWait queue;

  @Override
  protected int run() throws IOException {
    AuditScope scope = new AuditScope(Set.copyOf(ads), Set.copyOf(counters));
    Named named = Named.of(archives.find(settings));
    AuditReport result = audit(scope, named);
    print(
        result,
        out -> {
          OtherFiles.print(named.others(), out);
          new AuditText(result, out).print();
        });
    return end(result, named.others());
  }

  /** What is said of the archives; each import finds them again: 750,000 paths take 300 MB. */
  private record Named(int files, ArchiveFiles others) {
    static Named of(ArchiveFiles found) {
      return new Named(found.files().size(), found.others());
    }
  }

  private AuditReport audit(AuditScope scope, Named named) throws IOException {
    Optional<Path> directory = TablePath.ofAllArchives(settings, archives);
    try (DocumentStore store = backends.openStore(settings);
        FreshTable fresh = new FreshTable(directory, terminal)) {
      return new Audit(
              new Documents(store),
              scope,
              () -> fresh.update(archives.find(settings), clock.millis()),
              settings.clockLimit(clock.millis()),
              Patience.usual(backends.waits(), this::underWay),
              count -> Progress.of(terminal, "audit", "documents", count))
          .run(named.files(), named.others());
    }
  }

  private int end(AuditReport result, ArchiveFiles others) {
    if (result.noVerdict() != null) {
      warn("audit: no verdict: " + result.noVerdict());
    }
    int status = OtherFiles.status(result.verdict().exitCode, others);
    PrometheusText text = new PrometheusText("clickcounter_audit_");
    if (metricsFile.isGiven()) {
      addDeadLetters(text);
    }
    metricsFile.ended(text, clock.millis(), status, line -> warn("audit: " + line));
    return status;
  }

  /** Waits for what was sent until the archives were read, or says how much it is. */
  private QueueAnswer underWay() throws IOException {
    if (queue == null) {
      queue = new QueueWait(backends, settings.broker(), clock.millis());
    }
    if (wait) {
      queue.untilDone(terminal);
      return QueueAnswer.NOTHING_UNDER_WAY;
    }
    try {
      return new QueueAnswer(queue.messages(), null);
    } catch (IOException e) {
      return new QueueAnswer(0, e.getMessage());
    }
  }

  /** Their events may be of counters that nothing else knows. */
  private void addDeadLetters(PrometheusText text) {
    DeadLetters dead = backends.deadLetters(settings.broker());
    if (dead.messages() == 0 && !dead.exact()) {
      warn("audit: whether the broker has dead letters of the queue is not known");
    } else {
      text.gauge("dead_letters", "messages of the queue that the broker has given up")
          .value(dead.messages());
    }
  }
}
