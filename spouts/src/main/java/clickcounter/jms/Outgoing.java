package clickcounter.jms;

import java.util.Map;

/** A message that is not confirmed yet. */
final class Outgoing {
  final String text;

  /** Strings and whole numbers. */
  final Map<String, Object> properties;

  /** The link that it was sent over, if any. */
  SenderLink sentBy;

  /** Set by the client's threads of any link. */
  volatile boolean confirmed;

  Outgoing(String text) {
    this(text, Map.of());
  }

  Outgoing(String text, Map<String, Object> properties) {
    this.text = text;
    this.properties = properties;
  }
}
