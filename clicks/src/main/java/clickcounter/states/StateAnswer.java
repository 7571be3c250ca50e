package clickcounter.states;

/**
 * What is known of an ad at this moment.
 *
 * @param state null if nothing is known
 * @param stale whether changes may be missing: the feed is not connected, or messages are so late
 *     that some may have expired, or the document has to be read
 * @param failure why the document could not be read, if it should have been; else null
 */
public record StateAnswer(StateMessage state, boolean stale, String failure) {
  public boolean isKnown() {
    return state != null;
  }
}
