package clickcounter.event;

/**
 * Ends the reading of one line. It has no stack trace, so that a queue full of bad lines is not
 * slow.
 */
final class LineFault extends RuntimeException {
  final RejectReason reason;

  LineFault(RejectReason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }
}
