package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;

/**
 * Decides what an answer of Riak means that is not an error; {@link PutErrors} decides on errors.
 * Pure functions, without a client or a connection.
 */
public final class Answers {
  /**
   * One sibling in the answer to a read.
   *
   * @param value empty for a tombstone
   */
  public record Shown(StoredValue value, boolean deleted) {}

  /**
   * One sibling in the answer to a put.
   *
   * @param putId of the put that stored it; null when the answer has none
   */
  public record Head(String putId, boolean deleted) {}

  private Answers() {}

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
   * A single value in the answer may come from another writer, who read our value from one replica
   * and replaced it before ours reached the others. Riak then returns the other writer's value
   * only. So each put carries an id of its own as user metadata, which the head shows.
   *
   * <p>A tombstone beside the value counts as a sibling: the document was deleted after the read
   * that this put is based on. Only another read and put can show whether the value stays.
   *
   * @param clock of all siblings
   * @param putId of the put that is answered
   */
  public static Stored stored(StoreContext clock, List<Head> siblings, String putId) {
    if (siblings.size() > 1) {
      return new Stored.Siblings(siblings.size());
    }
    if (clock.isNone() || siblings.isEmpty() || siblings.get(0).deleted()) {
      return new Stored.Doubt("the answer does not show the stored value and its vclock");
    }
    return putId.equals(siblings.get(0).putId())
        ? new Stored.Single(clock)
        : new Stored.Siblings(1);
  }
}
