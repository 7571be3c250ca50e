package clickcounter.simulation;

/**
 * The claims that must hold in every life. {@code mutants.md} lists which wrong decisions each of
 * them finds, by these words.
 */
enum Invariant {
  COUNTED_TWICE("no event is counted twice"),
  TOTALS("totals are those of the events counted"),
  HOURS("the newest hours of an ad have all of their events"),
  SPAN("at the end first and last event are those counted"),
  STRANGE_EVENT("an ad's document counts events of the ad only"),
  UNSETTLED("what is unsettled was counted"),
  RECOUNTED("a recount counts what was counted before"),
  WRITE_IDS("each write has an id of its own"),
  MARKS("what is marked is an event"),
  MARKED_AND_LOST("what is marked is in what every quorum reads"),
  MERGE("siblings merge to what they count"),
  SEEN_UNMARKED("what a counter has seen was marked"),
  ACKED_UNSEEN("what is acked is in what every quorum reads"),
  DECISIONS("write-offs are as decided"),
  END_OF_AD("at the end all that was queued is counted"),
  END_OF_COUNTER("at the end counters know what was queued"),
  READABLE("documents can be read"),
  OTHER_FIELDS("fields of a newer build are kept"),
  BLOCKED("a document is blocked only for what the store said of it"),
  ACKED_ONCE("a tuple is acked or failed once"),
  BOUNDS("memory and documents keep their bounds"),
  FAIRNESS("no document waits past its deadline for a later one"),
  QUIET("all is quiet in time after the last fault"),
  CALM("nothing times out where nothing goes wrong"),
  REJECTS("every bad line is reported"),
  ARCHIVE("the archive holds what was given out"),
  SENDING("what was not sent is reported as left out"),
  STATES("at the end ad servers know the states of ads"),
  AUDIT("the operators' audit says equal");

  /** The claim that was found wrong. */
  final String claim;

  Invariant(String claim) {
    this.claim = claim;
  }
}
