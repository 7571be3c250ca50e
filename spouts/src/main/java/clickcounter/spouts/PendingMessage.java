package clickcounter.spouts;

import clickcounter.spouts.PendingMessages.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that is not acknowledged yet, and the tuples that it waits for: its own, and those of
 * its bundle.
 *
 * @param <H> what acknowledges it
 */
final class PendingMessage<H> {
  final String id;
  final Bundle<H> bundle;
  final Size size;
  final Waiting<H> tuples = new Waiting<>(List.of(this));
  H handle;

  PendingMessage(String id, Bundle<H> bundle, Size size, H handle) {
    this.id = id;
    this.bundle = bundle;
    this.size = size;
    this.handle = handle;
  }

  int openTuples() {
    return tuples.openTuples + bundle.tuples.openTuples;
  }

  /** Messages that wait for the same tuples. */
  static final class Waiting<H> {
    final List<PendingMessage<H>> messages;
    int openTuples;

    Waiting(List<PendingMessage<H>> messages) {
      this.messages = messages;
    }
  }

  /** Messages that were received together. */
  static final class Bundle<H> {
    final List<PendingMessage<H>> messages = new ArrayList<>(1);
    final Waiting<H> tuples = new Waiting<>(messages);
    boolean isSealed;
    long sinceMs;
  }
}
