package clickcounter.jms;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A message that is not confirmed yet. */
final class Outgoing {
  final String text;

  /** Strings and whole numbers. */
  final Map<String, Object> properties;

  /** The link that it was sent over, if any. */
  SenderLink sentBy;

  /** Completed by the client's threads of any link. */
  final CompletableFuture<Object> confirmed = new CompletableFuture<>();

  Outgoing(String text, Map<String, Object> properties) {
    this.text = text;
    this.properties = properties;
  }
}
