package clickcounter.states;

/** Where a feed brings its messages. It is called by one thread at a time. */
public interface StateReceiver {
  /** A message has arrived. It may be old, and it may come again. */
  void received(StateMessage message);

  /**
   * The feed is connected: every message that is sent from now on arrives, sooner or later, unless
   * it expires. Called before any message of this connection.
   */
  void connected();

  /**
   * Every message has arrived that was sent longer ago than this and did not expire. Called again
   * and again while the feed is connected: silence means that messages may be late.
   *
   * @param ms 0 if nothing waits; else about the age of the message that has just arrived
   */
  void caughtUp(long ms);

  /**
   * The feed is not connected, and tries to connect again. It may be called several times in a row.
   *
   * @param reason for people
   */
  void lost(String reason);
}
