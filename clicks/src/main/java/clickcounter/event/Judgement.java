package clickcounter.event;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Why a click is not charged, or is charged again. It is data of the event: no code that counts
 * looks into it.
 *
 * @param reason a short word and the version of the list or the rules that decided, {@code
 *     bots@2026-06-01}
 * @param clickId the event id of the click that is judged; null in a filtered click, which is that
 *     click itself
 * @param author who decided, a word such as {@code ivt}; null in a filtered click
 */
public record Judgement(String reason, String clickId, String author) {
  private static final Pattern REASON =
      Pattern.compile("[a-z][a-z0-9-]{0,31}@[A-Za-z0-9._:+-]{1,64}");
  private static final Pattern AUTHOR = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  public Judgement {
    Objects.requireNonNull(reason, "reason");
    if (!REASON.matcher(reason).matches()) {
      throw new IllegalArgumentException(
          "reason: expected a word and a version such as bots@2026-06-01, found '"
              + EventParser.abbreviated(reason)
              + "'");
    }
    if (clickId != null) {
      EventLimits.requireEventId("clickId", clickId);
      requireAuthor(author);
    } else if (author != null) {
      throw new IllegalArgumentException(
          "author: expected none without a clickId, found " + author);
    }
  }

  /** Rejects what no author of verdicts can be called. */
  public static void requireAuthor(String author) {
    Objects.requireNonNull(author, "author");
    if (!AUTHOR.matcher(author).matches()) {
      throw new IllegalArgumentException(
          "author: expected 1 to 32 small letters, digits and '-', a letter first, such as ivt,"
              + " found '"
              + EventParser.abbreviated(author)
              + "'");
    }
  }

  /** The judgement of a click that is filtered when it happens. */
  public static Judgement ofFilter(String reason) {
    return new Judgement(reason, null, null);
  }

  /** The counter of the click that is judged; not of a filtered click. */
  public String clickCounterId() {
    return clickId.substring(0, clickId.lastIndexOf(':'));
  }

  /** The number of the click that is judged; not of a filtered click. */
  public long clickSequence() {
    return Long.parseLong(clickId.substring(clickId.lastIndexOf(':') + 1));
  }

  public String word() {
    return reason.substring(0, reason.indexOf('@'));
  }

  /** The kind of a click that is filtered for this reason: its word is the class, or "other". */
  public EventKind filteredKind() {
    String word = word();
    for (EventKind kind : EventKind.FILTERED) {
      if (kind.filterClass().equals(word)) {
        return kind;
      }
    }
    return EventKind.FILTERED_OTHER;
  }

  /** Rejects a judgement that does not belong to an event of this kind; null for none. */
  static void requireFor(EventKind kind, Judgement judgement) {
    if (!kind.isJudged()) {
      require(judgement == null, kind, "no reason", judgement);
      return;
    }
    require(judgement != null, kind, "a reason", judgement);
    if (kind.isFiltered()) {
      require(judgement.clickId == null, kind, "no clickId", judgement);
      require(judgement.filteredKind() == kind, kind, "a reason of its class", judgement);
    } else {
      require(judgement.clickId != null, kind, "a clickId", judgement);
    }
  }

  private static void require(boolean fits, EventKind kind, String expected, Judgement found) {
    if (!fits) {
      throw new IllegalArgumentException(kind + ": expected " + expected + ", found " + found);
    }
  }
}
