package clickcounter.tools.documents;

import clickcounter.cli.IoErrors;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.CounterId;
import clickcounter.event.EventLimits;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Events that were counted, that are in no archive any more, and whose loss an operator has
 * accepted. One small document, {@link #KEY}, which only tools read and write: those that compare
 * archives with documents do not ask for these events. Content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"accepted":[{"counterId":"hostA-20131030_152543","from":5,"to":9,"reason":"disk lost",
 *   "acceptedAtMs":1764000000000}]}
 * </pre>
 */
public record AcceptedLosses(List<Loss> accepted) {
  public static final DocumentKey KEY = new DocumentKey(DocumentKey.DIRECTORY, "accepted-losses");

  static final String CONTENT_TYPE = "application/vnd.click-counter.accepted-losses.v1+json";

  public static final AcceptedLosses NONE = new AcceptedLosses(List.of());

  private static final JsonMapper JSON = new JsonMapper();

  public AcceptedLosses {
    accepted = List.copyOf(accepted);
  }

  /**
   * A range of a counter's events.
   *
   * @param to the last one
   */
  public record Loss(String counterId, long from, long to, String reason, long acceptedAtMs) {
    public Loss {
      Objects.requireNonNull(counterId, "counterId");
      Objects.requireNonNull(reason, "reason");
      CounterId.requireValid(counterId);
      if (from < 0 || to < from || to > EventLimits.MAX_SEQUENCE) {
        throw new IllegalArgumentException(
            "expected a range of ids of " + counterId + ", got " + from + "-" + to);
      }
      if (reason.isBlank() || reason.length() > EventLimits.MAX_REASON_LENGTH) {
        throw new IllegalArgumentException(
            "reason: expected 1 to %s characters, got %s"
                .formatted(EventLimits.MAX_REASON_LENGTH, reason.length()));
      }
    }
  }

  /** What the siblings say together. */
  static AcceptedLosses read(List<StoredValue> siblings) throws UnreadableDocument {
    Set<Loss> all = new LinkedHashSet<>();
    for (StoredValue value : siblings) {
      if (!value.contentType().equals(CONTENT_TYPE)) {
        throw new UnreadableDocument(
            "content type '" + value.contentType() + "', expected '" + CONTENT_TYPE + "'");
      }
      try {
        all.addAll(JSON.readValue(value.bytes(), AcceptedLosses.class).accepted);
      } catch (IOException | RuntimeException e) {
        throw new UnreadableDocument("accepted losses: " + IoErrors.reason(e), e);
      }
    }
    return new AcceptedLosses(List.copyOf(all));
  }

  /** Remembers these too. */
  public static void remember(Documents documents, Collection<Loss> more) {
    documents.change(
        KEY,
        siblings -> {
          AcceptedLosses known = read(siblings);
          AcceptedLosses all = known.with(more);
          return siblings.size() < 2 && all.equals(known) ? null : all.toValue();
        });
  }

  private StoredValue toValue() {
    try {
      return new StoredValue(CONTENT_TYPE, JSON.writeValueAsBytes(this));
    } catch (IOException e) {
      throw new UncheckedIOException("a byte array does not fail", e);
    }
  }

  /** These and more; what is accepted already is not repeated. */
  public AcceptedLosses with(Collection<Loss> more) {
    List<Loss> all = new ArrayList<>(accepted);
    for (Loss loss : more) {
      LongRanges rest = LongRanges.ofRange(loss.from(), loss.to());
      rest.removeAll(of(loss.counterId()));
      if (!rest.isEmpty()) {
        all.add(loss);
      }
    }
    return new AcceptedLosses(all);
  }

  /**
   * Those of these ids that archives have to have. Decisions of operators need no archive: they
   * concern no ad, and what was decided is in the document of the counter that it is about.
   */
  public LongRanges mustBeArchived(String counterId, LongRanges ids) {
    if (CounterId.isOperators(counterId)) {
      return new LongRanges();
    }
    LongRanges rest = ids.copy();
    rest.removeAll(of(counterId));
    return rest;
  }

  /** Those of a counter. */
  public LongRanges of(String counterId) {
    LongRanges ids = new LongRanges();
    accepted.stream()
        .filter(loss -> loss.counterId().equals(counterId))
        .forEach(loss -> ids.addRange(loss.from(), loss.to()));
    return ids;
  }
}
