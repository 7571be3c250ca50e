package clickcounter.simulation;

import clickcounter.store.StoredValue;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads which ids a stored document names, by code of the oracle's own: nothing of what writes,
 * reads and merges ids is used here, so that the two can be held against each other.
 */
final class StoredIds {
  private static final Pattern UNSETTLED = Pattern.compile("\"unsettled\":\\{([^}]*)}");
  private static final Pattern IDS_OF_COUNTER = Pattern.compile("\"([^\"]+)\":\"([^\"]*)\"");
  private static final Pattern NEXT = Pattern.compile("\"next\":(\\d+)");
  private static final Pattern GAP = Pattern.compile("\"ids\":\"([^\"]*)\"");
  private static final Pattern UNCONFIRMED = Pattern.compile("\"unconfirmed\":\"([^\"]*)\"");

  /** From the end of the range before, how many more, and what was added with them. */
  private static final Pattern RANGE =
      Pattern.compile("(\\d+)(?:\\+(\\d+))?([a-zA-Z][^,]*)?(?:,|$)");

  private StoredIds() {}

  /**
   * What an ad's document lists as unsettled, by counter.
   *
   * @param added by the writes since its base
   */
  record Unsettled(Map<String, BitSet> older, Map<String, BitSet> added) {
    static Unsettled read(StoredValue value) {
      Unsettled ids = new Unsettled(new TreeMap<>(), new TreeMap<>());
      Matcher counter = IDS_OF_COUNTER.matcher(find(UNSETTLED, text(value)));
      while (counter.find()) {
        BitSet older = new BitSet();
        BitSet added = new BitSet();
        readRanges(counter.group(2), older, added);
        ids.older.put(counter.group(1), older);
        ids.added.put(counter.group(1), added);
      }
      return ids;
    }

    boolean lists(String counterId, long id) {
      return older.containsKey(counterId)
          && (older.get(counterId).get((int) id) || added.get(counterId).get((int) id));
    }
  }

  /**
   * What a counter's document has recorded.
   *
   * @param unconfirmed those of the seen ones that no later write has confirmed
   */
  record Recorded(BitSet seen, BitSet unconfirmed) {
    static final Recorded NOTHING = new Recorded(new BitSet(), new BitSet());

    static Recorded read(StoredValue value) {
      String text = text(value);
      BitSet seen = new BitSet();
      seen.set(0, Integer.parseInt(find(NEXT, text)));
      Matcher gap = GAP.matcher(text);
      while (gap.find()) {
        seen.andNot(ranges(gap.group(1)));
      }
      return new Recorded(seen, ranges(find(UNCONFIRMED, text)));
    }

    /** Of a counter that has no document: all below the number that the retired ones have of it. */
    static Recorded retired(String counterId, List<StoredValue> retired) {
      BitSet seen = new BitSet();
      entries(counterId, retired).forEach(e -> seen.set(0, Integer.parseInt(e.group(1))));
      return new Recorded(seen, new BitSet());
    }

    static boolean isRetired(String counterId, List<StoredValue> retired) {
      return !entries(counterId, retired).isEmpty();
    }

    static boolean retiredAsClosed(String counterId, List<StoredValue> retired) {
      return entries(counterId, retired).stream().anyMatch(e -> e.group(2).equals("1"));
    }

    /** Its entries: the number of its events, and 1 if it closed properly. */
    private static List<MatchResult> entries(String counterId, List<StoredValue> retired) {
      Pattern entry =
          Pattern.compile(
              "\"" + Pattern.quote(counterId) + "\":\\[(\\d+),\\d+,\\d+,\\d+,([01])\\]");
      return retired.stream().flatMap(value -> entry.matcher(text(value)).results()).toList();
    }

    /** Seen is what one of them has seen, and confirmed what one of them confirms. */
    Recorded union(Recorded other) {
      BitSet confirmed = confirmed();
      confirmed.or(other.confirmed());
      BitSet all = (BitSet) seen.clone();
      all.or(other.seen);
      BitSet left = (BitSet) all.clone();
      left.andNot(confirmed);
      return new Recorded(all, left);
    }

    private BitSet confirmed() {
      BitSet confirmed = (BitSet) seen.clone();
      confirmed.andNot(unconfirmed);
      return confirmed;
    }
  }

  private static String text(StoredValue value) {
    return new String(value.bytes(), StandardCharsets.UTF_8);
  }

  private static String find(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new Violation(Invariant.READABLE, "no %s in %s", pattern, text);
    }
    return found.group(1);
  }

  private static BitSet ranges(String text) {
    BitSet ids = new BitSet();
    BitSet none = new BitSet();
    readRanges(text, ids, none);
    if (!none.isEmpty()) {
      throw new Violation(Invariant.READABLE, "not ids alone: " + text);
    }
    return ids;
  }

  private static void readRanges(String text, BitSet plain, BitSet withContribution) {
    Matcher range = RANGE.matcher(text);
    int end = 0;
    int read = 0;
    while (read < text.length() && range.find() && range.start() == read) {
      int from = end + Integer.parseInt(range.group(1));
      end = from + (range.group(2) == null ? 0 : Integer.parseInt(range.group(2)));
      (range.group(3) == null ? plain : withContribution).set(from, end + 1);
      read = range.end();
    }
    if (read < text.length()) {
      throw new Violation(Invariant.READABLE, "unreadable ids: " + text);
    }
  }
}
