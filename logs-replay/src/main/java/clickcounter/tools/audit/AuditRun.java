package clickcounter.tools.audit;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.MetricsFile;
import clickcounter.tools.common.QueueWait;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;

/**
 * One audit as a command runs it: with progress on the terminal, and with the broker, which is
 * asked for what is under way if events are missing.
 */
public final class AuditRun {
  private final Terminal terminal;
  private final Backends backends;
  private final ToolSettings settings;
  private final Clock clock;
  private final boolean untilCounted;

  /** What was sent until the archives were read; null before the queue is asked. */
  private QueueWait queue;

  /**
   * @param untilCounted whether to wait for what is under way
   */
  public AuditRun(
      Terminal terminal,
      Backends backends,
      ToolSettings settings,
      Clock clock,
      boolean untilCounted) {
    this.terminal = terminal;
    this.backends = backends;
    this.settings = settings;
    this.clock = clock;
    this.untilCounted = untilCounted;
  }

  /**
   * Compares.
   *
   * @param files that are there now
   * @param later finds those that are there later, while the audit runs
   */
  public AuditReport run(
      Documents documents,
      AuditScope scope,
      ArchiveFiles files,
      ArchiveFollower.FileList later,
      MetricsFile metrics)
      throws IOException {
    Patience patience = Patience.usual(backends.waits(), this::underWay);
    int threads = Runtime.getRuntime().availableProcessors();
    try (FileProgress progress = new FileProgress(terminal, "audit", files, metrics)) {
      return new Audit(documents, scope, threads, patience)
          .run(later, new Troubles(), progress, count -> comparing(progress, count));
    }
  }

  /** Waits for what is under way, or says how much it is. */
  private QueueAnswer underWay() {
    if (queue == null) {
      queue = new QueueWait(backends, settings.broker(), clock.millis());
    }
    try {
      if (untilCounted) {
        queue.untilDone(terminal);
        return QueueAnswer.NOTHING_UNDER_WAY;
      }
      return new QueueAnswer(queue.messages(), null);
    } catch (IOException e) {
      if (untilCounted) {
        throw new UncheckedIOException(e);
      }
      return new QueueAnswer(0, e.getMessage());
    }
  }

  /** Replaces the progress of the files by one of the documents. */
  private Progress comparing(FileProgress files, long documents) {
    files.close();
    return Progress.of(terminal, "audit", "documents", documents);
  }
}
