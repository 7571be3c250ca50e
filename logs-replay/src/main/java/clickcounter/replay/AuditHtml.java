package clickcounter.replay;

import clickcounter.replay.audit.AuditReport;
import java.io.IOException;
import java.nio.file.Path;

/** placeholder, written next */
final class AuditHtml {
  private AuditHtml() {}

  static void write(AuditReport report, Path file) throws IOException {
    throw new IOException("not yet: " + report.files() + file);
  }
}
