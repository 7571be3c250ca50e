package clickcounter.devcluster;

import java.io.IOException;

/** An audit that says neither that the documents are right nor that they are wrong. */
public final class NoAuditVerdict extends IOException {
  private static final long serialVersionUID = 1;

  public NoAuditVerdict(String why) {
    super("the audit has no verdict: " + why);
  }
}
