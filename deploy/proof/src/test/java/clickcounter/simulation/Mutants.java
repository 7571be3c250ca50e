package clickcounter.simulation;

import clickcounter.simulation.Mutant.Edit;
import java.util.List;

/** All wrong decisions that the simulation has to find. */
final class Mutants {
  private static final String LEDGER = "clicks/src/main/java/clickcounter/ledger/";
  private static final String DEFER = "clicks/src/main/java/clickcounter/defer/";
  private static final String DOCUMENT = "clicks/src/main/java/clickcounter/document/";
  private static final String IDS = "clicks/src/main/java/clickcounter/ids/";
  private static final String EVENT = "clicks/src/main/java/clickcounter/event/";
  private static final String WIRE = "clicks/src/main/java/clickcounter/wire/";
  private static final String SERVICE = "clicks/src/main/java/clickcounter/service/";
  private static final String COUNTING = "bolts/src/main/java/clickcounter/counting/";
  private static final String SPOUTS = "spouts/src/main/java/clickcounter/spouts/";
  private static final String SIMULATION = "deploy/proof/src/test/java/clickcounter/simulation/";

  private static final String AD_LEDGER = LEDGER + "AdLedger.java";
  private static final String COUNTER_LEDGER = LEDGER + "CounterLedger.java";
  private static final String SIBLING_MERGE = LEDGER + "SiblingMerge.java";
  private static final String COUNTER_VIEWS = LEDGER + "CounterViews.java";
  private static final String SCHEDULER = DEFER + "WriteScheduler.java";
  private static final String UNSETTLED_COUNTERS = LEDGER + "UnsettledCounters.java";
  private static final String REPEATED_WAITERS = LEDGER + "RepeatedWaiters.java";
  private static final String COUNTER_IDS = LEDGER + "CounterIds.java";
  private static final String ADS_TASK = COUNTING + "AdsTask.java";
  private static final String AD_DOCUMENTS = COUNTING + "AdDocuments.java";
  private static final String FULL_DOCUMENTS = COUNTING + "FullDocuments.java";
  private static final String COPIES = "bolts/src/main/java/clickcounter/copies/Copies.java";
  private static final String DELIVERIES = COUNTING + "Deliveries.java";
  private static final String COPY_TABLE = "bolts/src/main/java/clickcounter/copies/CopyTable.java";
  private static final String COPY_CACHE = "bolts/src/main/java/clickcounter/copies/CopyCache.java";
  private static final String CONTRIBUTION_CODE = LEDGER + "PackedContribution.java";
  private static final String COUNTERS_TASK = COUNTING + "CountersTask.java";
  private static final String DELIVERY = COUNTING + "PendingDelivery.java";
  private static final String VIEW_CACHE = "bolts/src/main/java/clickcounter/views/ViewCache.java";
  private static final String PENDING = SPOUTS + "PendingMessages.java";
  private static final String PENDING_MESSAGE = SPOUTS + "PendingMessage.java";
  private static final String SPLITTER = SPOUTS + "MessageSplitter.java";
  private static final String KIND = EVENT + "EventKind.java";
  private static final String TOTALS = DOCUMENT + "AdTotals.java";
  private static final String RANKING = DOCUMENT + "Ranking.java";
  private static final String GAP_LIST = IDS + "GapList.java";
  private static final String STORE = SIMULATION + "SimulatedStore.java";
  private static final String ANSWERS = "bolts/src/main/java/clickcounter/riak/Answers.java";
  private static final String JOURNAL = SERVICE + "Journal.java";
  private static final String ARCHIVE = SERVICE + "Archive.java";
  private static final String SENDING = SERVICE + "Sending.java";
  private static final String RECOUNTED_AD = LEDGER + "RecountedAd.java";

  private static final String PUBLISHER = COUNTING + "StatePublisher.java";
  private static final String STATES = "clicks/src/main/java/clickcounter/states/";
  private static final String RECENT_HOURS =
      "clicks/src/main/java/clickcounter/hours/RecentHours.java";
  private static final String AD_STATES = STATES + "AdStates.java";
  private static final String OUTBOX = STATES + "StateOutbox.java";
  private static final String TOOLS = "logs-replay/src/main/java/clickcounter/tools/";
  private static final String RECOUNT = TOOLS + "recount/Recount.java";
  private static final String RETIREMENT = TOOLS + "retire/Retirement.java";

  /** Lives in which something is recounted, or states are sent, are one in 15 each. */
  private static final int MANY = 3_000;

  /** Two of the faults have to meet in one of these lives. */
  private static final int MANY_MORE = 9_000;

  private Mutants() {}

  static List<Mutant> all() {
    return List.of(
        // Rule 1
        Mutant.of(
            "count without its proof",
            "rule 1: the put leaves out the ids that its totals have just counted",
            new Edit(
                COUNTER_IDS,
                "buffers.document.counter(counterId, older(), added(buffers.added));",
                "buffers.document.counter(counterId, older(),"
                    + " older().isEmpty() ? added(buffers.added) : new AddedIds());")),
        // Rule 2
        Mutant.of(
            "counter document not asked",
            "rule 2: an event is new when it is not unsettled, whatever its counter says",
            new Edit(AD_LEDGER, "if (view.seen(event.sequence())) {", "if (false) {")),
        Mutant.of(
            "unsettled ids not asked",
            "rule 2: an event is new when its counter does not know it, unsettled or not",
            new Edit(AD_LEDGER, "if (duplicate != null) {", "if (false) {")),
        Mutant.of(
            "dedupe within one put skipped",
            "rule 2: an id that waits for the next put is counted again",
            new Edit(UNSETTLED_COUNTERS, "if (ids.isPending(sequence)) {", "if (false) {")),
        // Rule 3
        Mutant.of(
            "view read before the document",
            "rule 3: any view will do, however old",
            new Edit(
                ADS_TASK,
                "CounterView view = counter.ticket() > copy.readTicket ? counter.view() : null;",
                "CounterView view = counter.view();"),
            new Edit(
                VIEW_CACHE,
                "return snapshot == null || snapshot.ticket() <= ticket ? null : snapshot.view();",
                "return snapshot == null ? null : snapshot.view();")),
        Mutant.of(
                "ticket of a view taken at its end",
                "rule 3: a view counts as read when its answer came, not when its read began",
                new Edit(
                    VIEW_CACHE,
                    "cached.snapshot = CachedView.Snapshot.of(known, cached.readingTicket);",
                    "cached.snapshot = CachedView.Snapshot.of(known, ticket());"))
            .within(MANY),
        // Rule 4
        Mutant.of(
            "mark before the put",
            "rule 4: a counted event is marked at once",
            new Edit(
                ADS_TASK,
                "OfferResult result = copy.ledger.offer(event, view, waiter);",
                "OfferResult result = copy.ledger.offer(event, view, clickcounter.ledger.AdLedger.NOBODY);"),
            new Edit(
                ADS_TASK,
                "case COUNTED, DUPLICATE_NEEDS_PUT -> putLater(copy);",
                "case COUNTED, DUPLICATE_NEEDS_PUT -> { putLater(copy); deliveries.durable(waiter, false); }"),
            new Edit(
                ADS_TASK,
                "case DUPLICATE_PUT_IN_FLIGHT -> {}",
                "case DUPLICATE_PUT_IN_FLIGHT -> deliveries.durable(waiter, true);"),
            new Edit(
                ADS_TASK,
                "import clickcounter.store.DocumentStore;",
                "import clickcounter.ledger.AdLedger; import clickcounter.store.DocumentStore;")),
        Mutant.of(
            "mark what was only read",
            "rule 4: an id that was read in a write not known to be stored counts as durable",
            new Edit(
                COUNTER_IDS,
                "addPending(added.sequence(i), PackedContribution.of(added.contribution(i)), AdLedger.NOBODY);",
                "durable = durable == null ? new LongRanges() : durable; durable.add(added.sequence(i));"
                    + " highest = Math.max(highest, added.sequence(i));")),
        Mutant.of(
            "counters task acks before its put",
            "rule 4: marks are acked when they are recorded in memory",
            new Edit(COUNTER_LEDGER, "forNextPut.add(waiter);", ""),
            new Edit(
                COUNTERS_TASK,
                "case WITH_NEXT_PUT -> documents.changed(copy);",
                "case WITH_NEXT_PUT -> { copies.changed(copy); done(seen); }")),
        Mutant.of(
            "waiter of a counter's next put told of the one in flight",
            "rule 4: marks that wait for the next put are acked with the put in flight",
            new Edit(
                COUNTER_LEDGER,
                "forNextPut.add(waiter);",
                "(inFlight == null ? forNextPut : forPutInFlight).add(waiter);")),
        Mutant.of(
            "waiters of a counter's put forgotten",
            "liveness: who waits for a put of a counter is not told that it succeeded",
            new Edit(COUNTER_LEDGER, "waited.forEach(done);", "")),
        Mutant.of(
            "doubt taken for a yes",
            "a put of an ad that timed out counts as stored",
            new Edit(
                COPIES,
                "doubt -> readAgain(copy, answer.failure(), changedAtMs),",
                "doubt -> { if (keeper.key(copy).bucket().equals(\"ads\")) { stored(copy, copy.context); }"
                    + " else { readAgain(copy, answer.failure(), changedAtMs); } },")),
        Mutant.of(
            "doubt of a counter taken for a yes",
            "a put of a counter that timed out counts as stored",
            new Edit(
                COPIES,
                "doubt -> readAgain(copy, answer.failure(), changedAtMs),",
                "doubt -> { if (keeper.key(copy).bucket().equals(\"counters\")) { stored(copy, copy.context); }"
                    + " else { readAgain(copy, answer.failure(), changedAtMs); } },")),
        Mutant.of(
            "siblings taken for a yes",
            "rule 4: a put answered with siblings counts as stored",
            new Edit(
                COPIES,
                "siblings -> readAgain(copy, answer.failure(), changedAtMs),",
                "siblings -> { if (keeper.key(copy).bucket().equals(\"ads\")) { stored(copy, copy.context); }"
                    + " else { readAgain(copy, answer.failure(), changedAtMs); } },")),
        // Rule 5
        Mutant.of(
            "forget before a later write confirms",
            "rule 5: an id is forgotten when a counter document has seen it",
            new Edit(
                COUNTER_IDS,
                "view.removeConfirmed(ids);",
                "LongRanges seen = new LongRanges();"
                    + " ids.forEachId(id -> { if (view.seen(id)) { seen.add(id); } }); ids.removeAll(seen);")),
        Mutant.of(
            "forget before settled",
            "rule 5: a durable id is forgotten when it was marked",
            new Edit(COUNTER_IDS, "durable = unconfirmed(durable, view);", "durable = null;")),
        Mutant.of(
                "forget what no write of ours confirmed",
                "rule 5: what a counter's document was read to have added is not added again",
                new Edit(
                    COUNTER_LEDGER,
                    "ledger.pending.markAll(CounterViews.unconfirmed(siblings), 0);",
                    ""))
            .within(MANY),
        Mutant.of(
            "no confirmation of a silent counter",
            "rule 5: a counter that falls silent is not written once more",
            new Edit(
                COUNTER_LEDGER,
                "return inFlight == null && (!lastAdded.isEmpty() || pending.next() > 0);",
                "return false;")),
        // Rule 6
        Mutant.of(
            "pick a sibling",
            "rule 6: what the other siblings added is lost",
            new Edit(
                SIBLING_MERGE,
                "? new Merged(main, addedByOthers, siblings)",
                "? new Merged(main, Map.of(), siblings)")),
        Mutant.of(
            "merge without asking the view",
            "rule 6: what an older line added is taken over though it is settled",
            new Edit(
                SIBLING_MERGE, "(exact || !isSettled(counterId, sequence))", "(exact || true)")),
        Mutant.of(
            "newest number instead of newest durable base",
            "rule 6: the highest number is the main line",
            new Edit(
                SIBLING_MERGE,
                "newest = write.storedNumber() > newest.storedNumber() ? write : newest;",
                "newest = write.number() > newest.number() ? write : newest;"),
            new Edit(
                SIBLING_MERGE,
                "this.main = siblings.stream().filter(this::containsNewestBase).findFirst().orElseThrow();",
                "this.main = siblings.stream().filter(s -> s.write().equals(newest)).findFirst().orElseThrow();"),
            new Edit(
                SIBLING_MERGE,
                "|| sibling.write().basedOn().contains(newest.base());",
                "|| newest.base() != null && sibling.write().basedOn().contains(newest.base());")),
        Mutant.of(
            "what was read taken for a base",
            "rule 6: a write names as its base what its writer only read",
            new Edit(
                AD_LEDGER,
                "String base = main.write().base();",
                "String base = main.write().id();"),
            new Edit(
                AD_LEDGER,
                "ledger.storedNumber = main.write().storedNumber();",
                "ledger.storedNumber = main.write().number();"),
            new Edit(
                AD_LEDGER,
                "ledger.sinceBase = merged.contained();",
                "ledger.sinceBase = List.of();")),
        Mutant.of(
            "contained writes not named",
            "rule 6: a write does not say which writes since its base it contains",
            new Edit(
                AD_LEDGER,
                "ledger.sinceBase = merged.contained();",
                "ledger.sinceBase = List.of();")),
        Mutant.of(
            "counts since the base not named",
            "rule 6: what an earlier write added since the base is not added again",
            new Edit(
                COUNTER_IDS,
                "addPending(added.sequence(i), PackedContribution.of(added.contribution(i)), AdLedger.NOBODY);",
                "loaded = loaded == null ? new LongRanges() : loaded; loaded.add(added.sequence(i));"
                    + " highest = Math.max(highest, added.sequence(i));")),
        Mutant.of(
            "pick a sibling of a counter",
            "rule 6: what the other versions of a counter have seen is lost",
            new Edit(COUNTER_LEDGER, "ledger.gaps.merge(sibling.gaps());", "")),
        // Gap lists
        Mutant.of(
            "gaps lost when a counter jumps",
            "gap lists: what a mark jumps over counts as seen",
            new Edit(
                GAP_LIST,
                "insert(new Gap(next, end - 1, sinceMs, null)); next = end;",
                "next = end;")),
        Mutant.of(
            "off by one where a range ends a gap",
            "gap lists: filling a part of a gap fills one id too many",
            new Edit(
                GAP_LIST,
                "gaps.setBounds(at, to + 1, gapTo);",
                "if (to + 2 <= gapTo) { gaps.setBounds(at, to + 2, gapTo); } else { gaps.remove(at); }")),
        Mutant.of(
            "off by one in merging gaps",
            "gap lists: a gap of one id is lost when two lists are merged",
            new Edit(
                GAP_LIST,
                "if (our.from() <= their.to() && their.from() <= our.to()) {",
                "if (our.from() < their.to() && their.from() < our.to()) {")),
        Mutant.of(
            "write-off of too much",
            "write-offs: the whole gap is written off, not the part that was meant",
            new Edit(
                GAP_LIST,
                "changed |= decide(gap.part(from, to), decision);",
                "changed |= decide(gap, decision);")),
        Mutant.of(
            "the earlier decision holds",
            "write-offs: of a write-off and a reopening the earlier one holds",
            new Edit(
                IDS + "WriteOff.java",
                "return a.compareTo(b) >= 0 ? a : b;",
                "return a.compareTo(b) <= 0 ? a : b;")),
        Mutant.of(
            "write-off above the highest id lost",
            "write-offs: what is written off before anything above it came is not remembered",
            new Edit(
                GAP_LIST,
                "insert(new Gap(Math.max(from, next), to, decision.atMs(), decision)); next = to + 1;",
                "")),
        // Codecs
        Mutant.of(
            "ad document loses a range",
            "codec: the last range of older unsettled ids is not written",
            new Edit(
                DOCUMENT + "UnsettledText.java",
                "text.range(older.from(range), older.to(range));",
                "if (range + 1 < older.rangeCount() || range == 0) { text.range(older.from(range), older.to(range)); }")),
        Mutant.of(
            "counter document loses a gap",
            "codec: of gaps known since the same second the last is not read",
            new Edit(
                DOCUMENT + "CounterDocumentCodec.java",
                "text.range(gap.from(), gap.to());",
                "text.range(gap.from(), gap.from());")),
        Mutant.of(
            "counter document loses a reopening",
            "codec: a reopening is written as a write-off",
            new Edit(
                DOCUMENT + "CounterDocumentCodec.java",
                "writeOff.reopened() ? \"reopened\" : \"writeOff\"",
                "\"writeOff\"")),
        Mutant.of(
            "counter document confirms too much",
            "codec: what the last write added is not named",
            new Edit(
                DOCUMENT + "CounterDocumentCodec.java",
                "document.unconfirmed().appendTo(unconfirmed);",
                "")),
        Mutant.of(
            "marks lose a range on the wire",
            "codec: the last range of marks is not written",
            new Edit(
                WIRE + "WireCodec.java",
                "out.number(ids.rangeCount()); long end = 0; for (int i = 0; i < ids.rangeCount(); i++) {",
                "int most = Math.min(2, ids.rangeCount()); out.number(most); long end = 0; for (int i = 0; i < most; i++) {")),
        // Totals
        Mutant.of(
                "cost of a second click not added",
                "totals: of two clicks of an ad one is charged",
                new Edit(
                    TOTALS,
                    "costMicros = Math.addExact(costMicros, amountMicros);",
                    "costMicros += clicks % 2 == 0 ? amountMicros : 0;"))
            .notBy(Invariant.READABLE),
        // Verdicts
        Mutant.of(
            "what is taken back is charged again",
            "verdicts: an invalidation counts as a click",
            new Edit(
                KIND,
                "INVALIDATION(\"invalidation\", 'x', -1, 1)",
                "INVALIDATION(\"invalidation\", 'x', 1, 1)")),
        Mutant.of(
            "a filtered click is charged",
            "verdicts: a click that a service filtered is among those charged",
            new Edit(
                TOTALS,
                "if (kind.isVerdict()) { costMicros =",
                "clicks += kind.isFiltered() ? 1 : 0; if (kind.isVerdict()) { costMicros =")),
        Mutant.of(
            "costs of what is taken back stay",
            "verdicts: clicks fall, costs do not",
            new Edit(
                TOTALS,
                "costMicros = Math.addExact(costMicros, kind.clicks() * amountMicros);",
                "")),
        Mutant.of(
            "ranked by what was taken back",
            "verdicts: the ranking has a click that was taken back",
            new Edit(TOTALS, "addToRanking(day, Ranking.CLICKS, kind.clicks());", "")),
        Mutant.of(
            "the hour keeps what was taken back",
            "verdicts: one of the newest hour changes the totals alone",
            new Edit(
                RECENT_HOURS,
                "setNewest(newestCounts().plus(HourCounts.of(kind, amountMicros)));",
                "")),
        Mutant.of(
            "an hour of the document has no less than no clicks",
            "verdicts: an hour that has less than none forgets it, once it is written",
            new Edit(
                RECENT_HOURS,
                "boolean hasClicks = counts.clicks() != 0 || counts.costMicros() != 0;",
                "boolean hasClicks = counts.clicks() > 0;")),
        Mutant.of(
            "a number below zero read without its sign",
            "codec: an hour that has less than no clicks has some when it is read",
            new Edit(
                IDS + "TextReader.java",
                "return match('-') ? -number(radix) : number(radix);",
                "return match('-') ? number(radix) : number(radix);")),
        Mutant.of(
            "verdicts of a sibling charged",
            "rule 6: what a sibling added of verdicts is merged as clicks",
            new Edit(
                TOTALS,
                "count(event.kind(), event.amountMicros(), event.day());",
                "count(event.kind().isVerdict() ? EventKind.CLICK : event.kind(), event.amountMicros(), event.day());")),
        Mutant.of(
            "a document loses what was taken back",
            "codec: the clicks that were taken back are written as none",
            new Edit(
                DOCUMENT + "AdDocumentWriter.java",
                "writeNumber(INVALIDATED, invalid.invalidated());",
                "writeNumber(INVALIDATED, 0);")),
        Mutant.of(
            "what is given back travels as taken back",
            "codec: a reinstatement is an invalidation on the wire",
            new Edit(
                WIRE + "EventBatchCodec.java",
                "kind == EventKind.INVALIDATION ? TAKEN_BACK : BACK",
                "TAKEN_BACK")),
        Mutant.of(
            "a budget cannot be taken back",
            "totals: the sign of a change of the budget is ignored",
            new Edit(
                TOTALS,
                "budgetMicros = Math.addExact(budgetMicros, amountMicros);",
                "budgetMicros += Math.abs(amountMicros);")),
        Mutant.of(
            "more spent than the budget",
            "totals: what a seller owes is not bounded by the budget",
            new Edit(
                TOTALS,
                "return Math.max(0, Math.min(costMicros, budgetMicros));",
                "return costMicros;")),
        Mutant.of(
            "a day that begins an hour too early",
            "ranking: the last hour of a day is counted to the next one",
            new Edit(
                RANKING,
                "return timestampMs / MS_PER_DAY;",
                "return (timestampMs + 3_600_000) / MS_PER_DAY;")),
        Mutant.of(
            "one day of the ranking dropped",
            "ranking: the oldest day that is kept is left out",
            new Edit(
                RANKING, "return newestDay - day < DAYS;", "return newestDay - day < DAYS - 1;")),
        Mutant.of(
            "the event added last taken for the first one",
            "totals: the first event's time is that of the one added last",
            new Edit(
                TOTALS,
                "this.firstEventAtMs = Math.min(this.firstEventAtMs, firstEventAtMs);",
                "this.firstEventAtMs = firstEventAtMs;")),
        Mutant.of(
            "the event added last taken for the last one",
            "totals: the last event's time is that of the one added last",
            new Edit(
                TOTALS,
                "this.lastEventAtMs = Math.max(this.lastEventAtMs, lastEventAtMs);",
                "this.lastEventAtMs = Math.max(this.firstEventAtMs, lastEventAtMs);")),
        // Deferred writes
        Mutant.of(
            "a deadline that starves",
            "deferred writes: of the documents that are due the latest goes first",
            new Edit(
                SCHEDULER,
                "ready.add(slot, slot.changedAtMs + limits.deferralMs(), arrival);",
                "ready.add(slot, -slot.changedAtMs, arrival);")),
        Mutant.of(
            "a change during a put forgotten",
            "deferred writes: what changes while a put is under way is not written",
            new Edit(SCHEDULER, "if (slot.changedInFlight) {", "if (false) {")),
        // Ads task
        Mutant.of(
                "overwrite after a doubt",
                "a put in doubt is made again over whatever is stored by then",
                new Edit(
                    COPIES,
                    "private void onStored(C copy, long startMs, long changedAtMs, Stored answer) {",
                    """
                private final java.util.Map<C, StoredValue> lastPuts = new java.util.HashMap<>();

                private void onStored(C copy, long startMs, long changedAtMs, Stored answer) {
                  if (answer instanceof Stored.Doubt && keeper.key(copy).bucket().equals("ads")) {
                    store.fetch(
                        keeper.key(copy),
                        read -> turns.execute(() -> {
                          if (read instanceof clickcounter.store.Fetched.Found found) {
                            store.put(
                                keeper.key(copy),
                                lastPuts.get(copy),
                                found.context(),
                                again -> turns.execute(() -> onStored(copy, startMs, changedAtMs, again)));
                          } else {
                            onStored(copy, startMs, changedAtMs, new Stored.Siblings(2));
                          }
                        }));
                    return;
                  }
                """),
                new Edit(
                    COPIES,
                    "copy.bytes = document.bytes().length;",
                    "copy.bytes = document.bytes().length; lastPuts.put(copy, document);"))
            .notBy(Invariant.FAIRNESS),
        Mutant.of(
            "failed read taken for an empty counter",
            "rule 3: a counter document that could not be read has seen nothing",
            new Edit(VIEW_CACHE, "failed -> false);", "failed -> take(cached, null));")),
        Mutant.of(
            "a full document is not pressed for room",
            "liveness: a document full of unsettled ids waits for others to settle them",
            new Edit(
                FULL_DOCUMENTS,
                "if (copies.nowMs() < forceSettlingAtMs.get(copy) || ledger.putInFlight()) {",
                "if (copies != null) {")),
        Mutant.of(
            "events held without bound",
            "memory: an ads task takes every delivery",
            new Edit(ADS_TASK, "if (!budget.tryAcquire(size)) {", "if (false) {")),
        Mutant.of(
            "unsettled ids without bound",
            "document size: a full document takes more events",
            new Edit(AD_LEDGER, "if (isFull()) {", "if (false) {")),
        Mutant.of(
            "pending ids leave room",
            "document size: ids that no put has stored yet do not count as unsettled",
            new Edit(
                AD_LEDGER,
                "return unsettled.size() - unsettled.setAside() >= maxUnsettledIds;",
                "return unsettled.size() - unsettled.pending() - unsettled.setAside() >= maxUnsettledIds;")),
        Mutant.of(
            "ads of one hash taken for one",
            "two ads whose names have one hash are counted in one document",
            new Edit(
                COPY_TABLE,
                "if (hashes[at] == hash && is(copies[at].id(), name, from, to)) {",
                "if (hashes[at] == hash) {")),
        Mutant.of(
            "filed on the next put though in flight",
            "liveness: an event whose id is in the put under way waits for a put that may never come",
            new Edit(
                UNSETTLED_COUNTERS,
                "repeated().awaitPutInFlight(waiter);",
                "repeated().awaitNextPut(waiter);")),
        Mutant.of(
            "a document that is read again forgets who waited",
            "liveness: who waited for a put in doubt is told nothing",
            new Edit(
                AD_DOCUMENTS,
                "endWaitersOfPut(copy, (waiter, repeated) -> copy.await(waiter, false));",
                "endWaitersOfPut(copy, (waiter, repeated) -> {});")),
        Mutant.of(
            "places of failing documents are not given back",
            "liveness: documents that failed twice are read until their places are taken",
            new Edit(
                "bolts/src/main/java/clickcounter/copies/CopyReads.java",
                "fetch(resting.poll().copy, () -> retries--);",
                "fetch(resting.poll().copy, () -> {});")),
        Mutant.of(
            "document with held deliveries evicted",
            "a document is forgotten while its put is still to come",
            new Edit(
                COPIES,
                "copy.state == Copy.State.READY && copy.slot == null && keeper.isIdle(copy);",
                "copy.state == Copy.State.READY && keeper.isIdle(copy);"),
            new Edit(
                AD_DOCUMENTS,
                "if (copy.hasWaiting() || copy.ledger.needsPut()) {",
                "if (copy.hasWaiting()) {"),
            new Edit(
                COPIES,
                "memory.makeIdle(copy);",
                "memory.makeIdle(copy); if (!memory.holds(copy)) { leaveSchedule(copy); }"),
            new Edit(
                COPY_CACHE,
                "int size() {",
                "boolean holds(C copy) { boolean[] held = {false};"
                    + " table.forEach(each -> held[0] |= each == copy); return held[0]; } int size() {")),
        Mutant.of(
            "waiter of the next put told of the one in flight",
            "rule 4: who waits for the next put is told of the success of the put in flight",
            new Edit(
                REPEATED_WAITERS, "forEach(forPutInFlight, putInFlight, done);", "forEach(done);")),
        Mutant.of(
            "waiters of a put forgotten",
            "liveness: who waits for a put is not told that it succeeded",
            new Edit(COUNTER_IDS, "forEachWaiter(inFlight, idsInFlight, done);", "")),
        Mutant.of(
            "repeated waiters of a put forgotten",
            "liveness: who came again during a put is not told that it succeeded",
            new Edit(UNSETTLED_COUNTERS, "repeated.putSucceeded(done);", "")),
        Mutant.of(
            "another event of the delivery marked",
            "a delivery marks its events in the order of their puts, not each that is durable",
            new Edit(DELIVERY, "unmarked.set(index);", "unmarked.set(counted + duplicates - 1);")),
        Mutant.of(
                "slot given away too early",
                "the slot of a failed delivery is used again while documents hold events of it",
                new Edit(
                    DELIVERIES,
                    "delivery.fail(output);",
                    "delivery.fail(output); if (delivery.open() > 0) { remove(delivery); }"))
            .within(2_000),
        Mutant.of(
            "contribution without its day",
            "an event that a sibling added is counted on another day",
            new Edit(
                CONTRIBUTION_CODE,
                ": amountMicros << COST_SHIFT | hour << EventKind.BITS | kind.ordinal();",
                ": amountMicros << COST_SHIFT | kind.ordinal();")),
        Mutant.of(
            "delivery acked with its first event",
            "a tuple is acked when one of its events is durable",
            new Edit(
                DELIVERY,
                "output.mark(handle, takeMarks()); } if (open == 0) {",
                "output.mark(handle, takeMarks()); } if (open >= 0 && counted >= 0) { failed = true;")),
        Mutant.of(
            "rejected events counted",
            "an event whose sequence jumps is rejected and counted all the same",
            new Edit(
                ADS_TASK,
                "deliveries.reject(waiter, fault.reason(), fault.detail()); return false;",
                "deliveries.reject(waiter, fault.reason(), fault.detail());"
                    + " copy.ledger.offer(event, view, clickcounter.ledger.AdLedger.NOBODY); return false;")),
        Mutant.of(
            "who waits for a view that cannot be read is forgotten",
            "liveness: an event whose view could not be read once waits for no other read",
            new Edit(
                "bolts/src/main/java/clickcounter/views/CachedView.java",
                "if (!isKnown) {",
                "if (!isKnown) { waiting.clear();")),
        Mutant.of(
            "a read of a view that ended still counts",
            "liveness: reads of views that have ended count among those at once",
            new Edit(VIEW_CACHE, "schedule.readEnded();", "")),
        Mutant.of(
            "rejected events dropped",
            "an event whose sequence jumps is not reported",
            new Edit(DELIVERY, "rejected.add(line);", "")),
        Mutant.of(
            "blocks on any siblings",
            "liveness: a document with siblings is counted on no more until somebody mends it",
            new Edit(
                AD_DOCUMENTS,
                "merged -> merged(copy, merged),",
                "merged -> { if (siblings.size() > 1) { copies.block(copy, \"siblings\"); }"
                    + " else { merged(copy, merged); } },")),
        Mutant.of(
            "blocks after a doubt",
            "liveness: a document of which a put timed out is counted on no more",
            new Edit(
                COPIES,
                "doubt -> readAgain(copy, answer.failure(), changedAtMs),",
                "doubt -> { if (keeper.key(copy).bucket().equals(\"ads\")) { block(copy, answer.failure()); }"
                    + " else { readAgain(copy, answer.failure(), changedAtMs); } },")),
        Mutant.of(
            "two writes with one id",
            "rule 6: the number in the id of a write counts every second write",
            new Edit(
                LEDGER + "WriteIds.java",
                "Long.toString(number++, 36)",
                "Long.toString(number++ / 2, 36)")),
        Mutant.of(
                "the event after it marked",
                "rule 4: a mark names the id that follows",
                new Edit(
                    DELIVERY,
                    "ids[counter].add(batch.sequence(i));",
                    "ids[counter].add(batch.sequence(i) + 1);"))
            .onlyBy(Invariant.MARKS),
        Mutant.of(
            "a delivery fails with each of its events",
            "a tuple is failed again for each further event that cannot be decided",
            new Edit(DELIVERY, "if (!failed) { failed = true;", "{ failed = true;")),
        Mutant.of(
            "a mark with a later time",
            "a counter's document says that its last event was later than it was",
            new Edit(
                DELIVERY,
                "Math.max(lastEventAtMs[counter], batch.timestampMs(i));",
                "Math.max(lastEventAtMs[counter], batch.timestampMs(i) + 1);")),
        Mutant.of(
                "deferred for twelve seconds more",
                "deferred writes: a document that was put waits until its deliveries time out",
                new Edit(
                    SCHEDULER,
                    "deferred.add(slot, slot.lastPutAtMs + limits.deferralMs(), arrival);",
                    "deferred.add(slot, slot.lastPutAtMs + limits.deferralMs() + 12_000, arrival);"))
            .onlyBy(Invariant.CALM),
        // Counters task
        Mutant.of(
            "close drops the gaps",
            "a counter that closes has seen all",
            new Edit(
                COUNTER_LEDGER,
                "closed = true; if (changed) {",
                "closed = true; gaps.markRange(0, closingId.last(), nowMs); if (changed) {")),
        Mutant.of(
            "close not put",
            "a close that comes after its mark is acked and not written",
            new Edit(COUNTER_LEDGER, "closed = true; if (changed) {", "if (changed) {")),
        Mutant.of(
            "marks above the highest id dropped",
            "a counter's document takes only what it expects next",
            new Edit(
                COUNTER_LEDGER,
                "long sinceMs = nowMs - nowMs % SINCE_GRAIN_MS;",
                "if (ids.last() >= gaps.next() + 3) { return Durability.NOW; } long sinceMs = nowMs - nowMs % SINCE_GRAIN_MS;")),
        // SimulatedSpout
        Mutant.of(
            "message acknowledged with its first tuple",
            "a JMS message is acknowledged when one of its tuples is done",
            new Edit(
                PENDING,
                "if (!message.bundle.isSealed || message.openTuples() > 0) {",
                "if (!message.bundle.isSealed || message.openTuples() > 1) {"),
            new Edit(PENDING, "if (waiting.openTuples == 0) {", "if (waiting.openTuples >= 0) {")),
        Mutant.of(
            "one message of a bundle acknowledged",
            "liveness: of the messages that share a tuple only one is acknowledged",
            new Edit(
                PENDING,
                "waiting.messages.forEach(this::finishIfDone);",
                "waiting.messages.subList(0, 1).forEach(this::finishIfDone);")),
        Mutant.of(
            "shared tuples not waited for",
            "a message is acknowledged when its own tuples are, without those that it shares",
            new Edit(
                PENDING_MESSAGE,
                "return tuples.openTuples + bundle.tuples.openTuples;",
                "return tuples.openTuples;")),
        Mutant.of(
            "pending messages dropped on a reconnect",
            "a message that comes again over a new connection is acknowledged while it is pending",
            new Edit(
                PENDING,
                "known.handle = handle; return true;",
                "acknowledge.accept(handle); pending.remove(id); events -= known.size.events(); bytes -= known.size.bytes(); return true;")),
        Mutant.of(
            "old handle kept",
            "a message that comes again is acknowledged over the lost connection",
            new Edit(PENDING, "known.handle = handle;", "")),
        Mutant.of(
            "failed tuple not emitted again",
            "a tuple that failed is forgotten",
            new Edit(PENDING, "delayed.add(tuple);", "")),
        Mutant.of(
            "failed tuple taken for done",
            "a tuple that failed counts as acked",
            new Edit(
                PENDING,
                "tuple.emitted = false; tuple.failures++;",
                "if (tuple.emitted) { acked(tuple); return; } tuple.failures++;")),
        Mutant.of(
            "messages pending without bound",
            "memory: a spout takes every message",
            new Edit(PENDING, "return bytes < maxBytes;", "return true;")),
        Mutant.of(
            "event of a message dropped",
            "a message's last event for an ads task is left out",
            new Edit(
                SPLITTER,
                "batches[task].add(line, counterId);",
                "if (adEvents < 5) { batches[task].add(line, counterId); }")),
        Mutant.of(
            "bad line dropped",
            "a line that cannot be read is not reported",
            new Edit(SPLITTER, "rejected.add(line);", "")),
        // Quorums
        Mutant.of(
            "stored by one replica",
            "rule 4: a put is answered by the first replica, not by a quorum",
            new Edit(
                STORE,
                "answering.begin(coordinator, lives[coordinator], sent, quorumSize());",
                "answering.begin(coordinator, lives[coordinator], sent, quorumSize());"
                    + " timeline.after(answerDelay(), () -> answering.give(answer(sent, dot)));")),
        Mutant.of(
                "read from one replica",
                "rule 4: a read asks one replica, not a quorum",
                new Edit(
                    STORE,
                    "SiblingVersions merged = known.merge(cell.replicas[replica]);",
                    "SiblingVersions merged = cell.replicas[replica];"))
            .notBy(Invariant.HOURS)
            .within(1000),
        Mutant.of(
                "an empty replica asked like any other",
                "runbook: a replica that lost its disk serves, and two replicas are enough",
                new Edit(STORE, "return empty == NONE ? QUORUM : REPLICAS;", "return QUORUM;"))
            .notBy(Invariant.HOURS),
        Mutant.of(
                "an empty replica not given what others disagree on",
                "runbook: a replica that lost its disk serves before it is repaired",
                new Edit(STORE, "boolean filled = !allAreAsked &&", "boolean filled = false &&"))
            .notBy(Invariant.HOURS),
        // What an answer of Riak means
        Mutant.of(
                "put without its proof accepted",
                "an answer with a single value counts as stored, whoever's it is",
                new Edit(ANSWERS, "return putId.equals(siblings.get(0).putId())", "return true"))
            .within(500),
        Mutant.of(
            "the first of several values taken",
            "rule 4: an answer that shows siblings counts as stored when ours is the first",
            new Edit(ANSWERS, "if (siblings.size() > 1) {", "if (false) {")),
        // Services
        Mutant.of(
            "given out before it is archived",
            "services: a line is on its way to the queue before it is in the archive",
            new Edit(
                JOURNAL,
                "try { archive.append(",
                "sink.accept(event.sequence(), line); try { archive.append("),
            new Edit(
                JOURNAL,
                "refusing = false; sink.accept(event.sequence(), line);",
                "refusing = false;")),
        Mutant.of(
            "a failed append uses up a number",
            "services: an event that could not be written leaves a gap that nobody can fill",
            new Edit(
                JOURNAL,
                "} catch (IOException e) { throw refusal(e.toString(), e);",
                "} catch (IOException e) { nextSequence++; throw refusal(e.toString(), e);")),
        Mutant.of(
            "an event after the close",
            "services: a closed log takes events",
            new Edit(JOURNAL, "if (closed) { throw refusal(", "if (false) { throw refusal(")),
        Mutant.of(
            "a torn line not cut off",
            "archive: the next line is glued to what a failed append left behind",
            new Edit(ARCHIVE, "file.truncate(lengthBytes);", "")),
        Mutant.of(
            "goes on behind a torn line",
            "archive: what could not be cut off is written behind",
            new Edit(ARCHIVE, "broken = failure;", "")),
        Mutant.of(
            "a refused batch counted as sent",
            "sending: what the transport did not take counts as sent",
            new Edit(SENDING, "failure = why;", "sent(); failure = why;")),
        Mutant.of(
            "a refused batch forgotten",
            "sending: what the transport did not take is neither sent again nor left out",
            new Edit(SENDING, "failure = why;", "failure = why; onTheWay = List.of();")),
        Mutant.of(
            "a batch left out unreported",
            "sending: what is given up is not reported",
            new Edit(
                SENDING, "settled.add(new LeftOut(counterId, first, last, lines, reason));", "")),
        Mutant.of(
            "a full buffer unreported",
            "sending: what found no room is not reported",
            new Edit(
                SENDING, "overflow = new LeftOut(counterId, from, sequence, events, noRoom);", "")),
        Mutant.of(
            "closed before all is sent",
            "sending: a log that closes does not send what waits",
            new Edit(
                SENDING,
                "long dueNs = untilDueNs(nowNs);",
                "if (finishing) { return new Next.End(); } long dueNs = untilDueNs(nowNs);")),
        Mutant.of(
            "a line between two batches lost",
            "sending: the line behind a whole batch is left in neither",
            new Edit(
                SENDING,
                "return batch; }",
                "if (batch.size() == settings.batchLines() && !waiting.isEmpty()) { waiting.remove(); } return batch; }")),
        Mutant.of(
                "recount takes seen for settled",
                "recount: an event that its counter has seen and not confirmed leaves no trace",
                new Edit(
                    RECOUNTED_AD,
                    "view.confirmed(event.sequence())",
                    "view.seen(event.sequence())"))
            .within(MANY_MORE),
        Mutant.of(
                "recount of what is recorded alone",
                "recount: what an old document lists as unsettled, and no counter has recorded, is left out",
                new Edit(
                    RECOUNTED_AD,
                    "if (!listed && (view == null || !view.seen(event.sequence()))) {",
                    "if (view == null || !view.seen(event.sequence())) {"))
            .within(MANY),
        Mutant.of(
                "recount of all that is archived",
                "recount: an event counts that no document called counted",
                new Edit(
                    RECOUNTED_AD,
                    "if (!listed && (view == null || !view.seen(event.sequence()))) {",
                    "if (false) {"))
            .within(MANY),
        Mutant.of(
                "recount done in spite of siblings",
                "recount: what another process put meanwhile does not matter",
                new Edit(RECOUNT, "siblings -> putAgain(ad),", "siblings -> isPut(ad),"))
            .within(MANY),
        Mutant.of(
            "retired counters not asked",
            "retirement: a counter without a document has counted nothing",
            new Edit(
                "bolts/src/main/java/clickcounter/reading/CounterFetch.java",
                "() -> fetchRetired(counterId, receiver),",
                "() -> receiver.accept(answer),")),
        Mutant.of(
            "a retired counter begins again",
            "retirement: a counter without a document gets a new one, retired or not",
            new Edit(
                COUNTING + "CounterDocuments.java",
                "retired -> beginRetired(copy, retired),",
                "retired -> directory.enter(copy.id(), failure -> entered(copy, failure)),")),
        Mutant.of(
                "events acked before their state is sent",
                "states: who waits for a put is done when it is stored",
                new Edit(PUBLISHER, "return copy.awaitsSend::add;", "return durable;"))
            .within(MANY),
        Mutant.of(
                "repeated events do not wait for a state",
                "states: an event that comes again is done while the state of its ad is being sent",
                new Edit(
                    PUBLISHER, "return sink != null && copy.outbox.isUnsent();", "return false;"))
            .within(4_000),
        Mutant.of(
                "what was read counts as sent",
                "states: a task that reads a document sends nothing before the level changes",
                new Edit(
                    OUTBOX,
                    "return new StateOutbox(null, totals.state(), null, 0);",
                    "return new StateOutbox(AdLevel.of(totals), totals.state(), null, 0);"))
            .within(MANY),
        Mutant.of(
                "a failed send taken for sent",
                "states: the events of a state that the broker has not confirmed are done",
                new Edit(
                    PUBLISHER,
                    "copy.outbox = copy.outbox.failed(); waiting.takeAll().forEach((waiter, repeated) ->"
                        + " deliveries.fail(waiter));",
                    "copy.outbox = copy.outbox.sent();"))
            .within(MANY),
        Mutant.of(
                "a worker's clock as version",
                "states: the newest state is the one that a clock says is",
                new Edit(
                    OUTBOX,
                    "StateMessage.of(adId, number, totals, nowMs);",
                    "StateMessage.of(adId, Math.max(1, nowMs), totals, nowMs);"))
            .within(MANY),
        Mutant.of(
                "the state that came last is right",
                "states: an ad server does not look at versions",
                new Edit(
                    AD_STATES,
                    "if (entry.known == null || message.storedNumber() > entry.known.storedNumber()) {",
                    "if (true) {"))
            .within(MANY),
        Mutant.of(
                "a read replaces newer messages",
                "states: what a message said while the document was read is forgotten",
                new Edit(
                    AD_STATES,
                    "boolean older = known != reading.knownBefore() && read.storedNumber() < known.storedNumber();",
                    "boolean older = false;"))
            .within(MANY),
        Mutant.of(
                "nothing read after an absence",
                "states: an ad server that was away for long takes what it knew for right",
                new Edit(
                    AD_STATES,
                    "return entry.era != now.era || isLate(now) && nanosSince(entry.readNs) > limitNs();",
                    "return entry.era == Entry.NEVER;"),
                new Edit(
                    AD_STATES,
                    "boolean stale = !now.connected || entry.era != now.era || isLate(now);",
                    "boolean stale = !now.connected || entry.era == Entry.NEVER;"))
            .notBy(Invariant.QUIET)
            .within(MANY),
        // Waiting is not failing
        Mutant.of(
                "what stands in line times out",
                "liveness: a tuple times out while its document stands in line and the store works",
                new Edit(COUNTING + "Deliveries.java", "      keepAlive();", ""))
            .onlyBy(Invariant.CALM),
        // Clicks by the hour
        Mutant.of(
            "no hour has events",
            "hours: events are counted in the totals alone",
            new Edit(AD_LEDGER, "hours.add(kind, event.amountMicros(), hour);", "")),
        Mutant.of(
            "impressions have no hour",
            "hours: an impression of the newest hour is counted in the totals alone",
            new Edit(RECENT_HOURS, "impressions++;", "")),
        Mutant.of(
            "the window does not move",
            "hours: an event that is older than the window is counted in its hour",
            new Edit(RECENT_HOURS, "return Math.max(0, newest - WINDOW + 1);", "return 0;")),
        Mutant.of(
            "the window ends too early",
            "hours: a late event of the oldest hour that is kept is counted in the totals alone",
            new Edit(
                RECENT_HOURS, "} else if (hour >= oldest()) {", "} else if (hour > oldest()) {")),
        Mutant.of(
            "late event in the newest hour",
            "hours: an event of an hour that is over is counted in the newest one",
            new Edit(RECENT_HOURS, "if (hour < newest) {", "if (false) {")),
        Mutant.of(
            "an hour that leaves too early",
            "hours: the oldest hour of the window is dropped when a later one begins",
            new Edit(
                RECENT_HOURS,
                "while (entries.next() && entries.hour > hour - WINDOW) {",
                "while (entries.next() && entries.hour > hour - WINDOW + 1) {")),
        Mutant.of(
            "an hour in the place of the next older one",
            "hours: the first event of an hour between two others drops the older one",
            new Edit(
                RECENT_HOURS,
                "append(entries.counts, hour - entries.hour, text);",
                "entries.counts.clicks();")),
        Mutant.of(
            "what siblings added has no hour",
            "hours: events that a sibling added are in the totals alone",
            new Edit(
                AD_LEDGER,
                "hours.add(contribution.kind(), contribution.amountMicros(), contribution.hour());",
                "")),
        Mutant.of(
                "a recount without hours",
                "hours: a recount counts what is settled in the totals alone",
                new Edit(
                    RECOUNTED_AD,
                    "ledger.hours().add(event.kind(), event.amountMicros(), hour);",
                    "ledger.hours().add(event.kind(), event.amountMicros(), 0 * hour);"))
            .within(MANY),
        // Tools
        Mutant.of(
                "no rest before a document is deleted",
                "retirement: the document of a counter is deleted by the next run, while old copies"
                    + " live",
                new Edit(
                    RETIREMENT,
                    "if (clockMs.getAsLong() - retired.enteredAtMs() < REST.toMillis()) {",
                    "if (false) {"))
            .within(MANY),
        Mutant.of(
                "a counter retired with gaps",
                "retirement: a counter of which events are missing is retired, too",
                new Edit(RETIREMENT, "if (document.gaps().missing() > 0) {", "if (false) {"),
                new Edit(RETIREMENT, "if (document.gapCount() > 0) {", "if (false) {"))
            .within(MANY),
        Mutant.of(
                "a counter deleted before it is entered",
                "retirement: the document is deleted, and the counter is entered then",
                new Edit(
                    RETIREMENT,
                    "enter(id, entry(document));",
                    "store.delete(DocumentKey.counter(id), found.context());"
                        + " enter(id, entry(document));"))
            .within(MANY),
        Mutant.of(
                "an entry that was only read",
                "retirement: a document is deleted when its counter is read among the retired, by"
                    + " whatever quorum",
                new Edit(RETIREMENT, "enter(id, retired);", ""))
            .within(13_000),
        Mutant.of(
                "a refuted close holds",
                "an operator's close: the counter stays closed when a number above comes",
                new Edit(
                    IDS + "GapList.java",
                    "WriteOff.holds(ending.decision()) && next == ending.from();",
                    "WriteOff.holds(ending.decision());"))
            .within(MANY),
        Mutant.of(
                "an operator's close counts what it jumps over",
                "an operator's close: numbers that it jumps over are recorded, not missing",
                new Edit(
                    IDS + "GapList.java",
                    "openUpTo(decided.from(), decided.decision().atMs());",
                    "next = Math.max(next, decided.from());"))
            .within(MANY),
        // Fields of newer builds
        Mutant.of(
            "an ad loses what a newer build wrote",
            "codec: a field that the build does not know is not read",
            new Edit(
                DOCUMENT + "AdDocumentCodec.java",
                "default -> other = other.with(name, json);",
                "default -> json.skipChildren();")),
        Mutant.of(
            "a counter loses what a newer build wrote",
            "codec: a field of a counter's document that the build does not know is not read",
            new Edit(
                DOCUMENT + "CounterDocumentCodec.java",
                "default -> other = other.with(name, json);",
                "default -> json.skipChildren();")),
        Mutant.of(
            "fields of the main line alone",
            "rule 6: what a newer build wrote into another sibling is dropped",
            new Edit(
                AD_LEDGER, "OtherFields.merged(merged.siblings());", "merged.main().other();")),
        Mutant.of(
            "fields of one sibling of a counter",
            "rule 6: what a newer build wrote into another sibling of a counter's document is dropped",
            new Edit(COUNTER_LEDGER, "OtherFields.merged(siblings);", "first.other();")),
        Mutant.of(
            "fields of the oldest sibling",
            "rule 6: of two values of a field the one of the lower number stays",
            new Edit(
                DOCUMENT + "OtherFields.java",
                ".sorted(byNumber.thenComparing(each -> each.write().id()))",
                ".sorted(byNumber.thenComparing(each -> each.write().id()).reversed())")),
        // Ids
        Mutant.of(
            "an id forgotten with the one before",
            "ids: from a range loses one id more than was removed from its beginning",
            new Edit(
                IDS + "LongRanges.java",
                "set(low + heads, to + 1, tailTo);",
                "set(low + heads, Math.min(to + 2, tailTo), tailTo);")),
        Mutant.of(
            "the first id of a range alone is read",
            "ids: a document that is read again has lost what it lists in ranges",
            new Edit(
                DOCUMENT + "UnsettledText.java",
                "ids.older().addRange(from, to);",
                "ids.older().addRange(from, from);")),
        Mutant.of(
                "one sibling of a counter's document read",
                "rule 2: a reader takes one of several siblings for what the counter has seen",
                new Edit(COUNTER_VIEWS, "gaps.merge(version.gaps());", ""))
            .within(MANY_MORE));
  }
}
