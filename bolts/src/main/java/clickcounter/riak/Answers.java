package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;

/**
 * Decides what an answer of Riak means that is no error. Plain: no client, no connection; what an
 * error means is for {@link PutErrors} to say.
 */
public final class Answers {
  /**
   * What the answer to a read shows of one sibling.
   *
   * @param value of a tombstone too: an empty one
   */
  public record Shown(StoredValue value, boolean deleted) {}

  /**
   * What the answer to a put shows of one sibling.
   *
   * @param putId of the put that stored it; null when it says none
   */
  public record Head(String putId, boolean deleted) {}

  private Answers() {}

  /**
   * @param clock of all siblings
   */
  public static Fetched fetched(DocumentKey key, StoreContext clock, List<Shown> siblings) {
    if (clock.isNone()) {
      return failed(key, "an answer without a vclock, expected one with each value");
    }
    List<StoredValue> values =
        siblings.stream().filter(each -> !each.deleted()).map(Shown::value).toList();
    return values.isEmpty() ? new Fetched.Absent(clock) : new Fetched.Found(values, clock);
  }

  static Fetched failed(DocumentKey key, String reason) {
    return new Fetched.Failed("read of " + key + ": " + reason);
  }

  /**
   * A single value in the answer may be somebody else's: a later writer can have read our value
   * from one replica and replaced it before it reached another, and the merge of both is his. So
   * each put carries an id of its own as user metadata, which the head shows.
   *
   * <p>A tombstone beside the value counts as a sibling: the put did not cover it, so somebody
   * deleted the document meanwhile, and only a read and another put tell a value that is alone from
   * one whose deletion is under way.
   *
   * @param clock of all siblings
   * @param putId of the put that is answered
   */
  public static Stored stored(StoreContext clock, List<Head> siblings, String putId) {
    if (siblings.size() > 1) {
      return new Stored.Siblings(siblings.size());
    }
    if (clock.isNone() || siblings.get(0).deleted()) {
      return new Stored.Doubt("the answer does not show the stored value and its vclock");
    }
    return putId.equals(siblings.get(0).putId())
        ? new Stored.Single(clock)
        : new Stored.Siblings(1);
  }
}
