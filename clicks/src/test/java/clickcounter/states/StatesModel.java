package clickcounter.states;

import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import clickcounter.model.RecordModel;
import clickcounter.states.ModelAdServers.AdServer;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A graph of states: an ad with some events, the task that counts them and sends the ad's states,
 * and an ad server. What is sent and who waits for it is decided by the real {@link StateOutbox},
 * what the ad server knows by the real {@link AdStates}.
 *
 * <p>The rest is a drawing. The document is a number, a set of events, and the number of its base.
 * A put takes all events that wait for it. It is stored by a quorum, or it is in doubt: then it is
 * lost, on a minority of the replicas (loose, and any read may show it or not), or stored by a
 * quorum all the same. An event that a quorum shows is taken for durable. One copy lives at a time,
 * but what an earlier one was sending may still arrive. Time stands still, so no message expires.
 */
final class StatesModel extends RecordModel<StatesModel.State> {
  private static final String AD = "m";

  /** How states are published and applied. */
  enum Variant {
    RIGHT,
    /** Events are done when they are durable, while their state is being sent. */
    ACKS_BEFORE_IT_IS_SENT,
    /** An event that comes again is done while the state of its ad is being sent. */
    REPEATED_EVENTS_DO_NOT_WAIT,
    /** A task that loads a document takes its state for sent. */
    DOES_NOT_SEND_AFTER_A_LOAD,
    /** A state is sent when its put begins. */
    SENDS_UNCONFIRMED_WRITES,
    /** The broker's "no" is taken for a "yes". */
    TAKES_A_FAILED_SEND_FOR_SENT,
    /** No put is asked for when an event waits for a state. */
    ASKS_FOR_NO_PUT,
    /** A version is the number of messages that the task has sent. */
    COUNTS_VERSIONS_IN_MEMORY,
    /** The ad server takes what comes last. */
    IGNORES_VERSIONS,
    /** The ad server reads the document, and subscribes after it. */
    READS_BEFORE_IT_SUBSCRIBES,
    /** What the ad server reads has the version of the write, which may be lost again. */
    READ_HAS_THE_NUMBER_OF_THE_WRITE,
    /** What the ad server reads replaces what a message said meanwhile. */
    READ_REPLACES_MESSAGES,
    /** The ad server does not read again what may contain a message and more. */
    DOES_NOT_READ_AGAIN
  }

  enum Where {
    QUEUE,
    /** Waits for the next put. */
    PENDING,
    /** Waits for the put under way. */
    PUT,
    /** Its put is stored, and its state is being sent. */
    SEND,
    /** Was counted before, and waits for a state. */
    WAIT,
    ACKED
  }

  /**
   * A version of the document.
   *
   * @param events a bit for each event that it counts
   * @param base the number of the newest write known to be stored by a quorum that it contains
   */
  record Value(int number, int events, int base) {
    static final Value NONE = new Value(0, 0, 0);

    boolean has(int event) {
      return (events & 1 << event) != 0;
    }

    Value with(int event) {
      return new Value(number, events | 1 << event, base);
    }

    Value next() {
      return new Value(number + 1, events, base);
    }

    Value merge(Value other) {
      return other == null
          ? this
          : new Value(
              Math.max(number, other.number), events | other.events, Math.max(base, other.base));
    }
  }

  /**
   * A task's copy of the document.
   *
   * @param value with all that it has counted
   * @param putting the put under way; null for none
   * @param sending the states that are being sent
   * @param messages how many were sent: versions, if they are wrong
   */
  @RecordBuilder
  record Copy(
      Value value,
      Value putting,
      boolean needsPut,
      StateOutbox outbox,
      List<StateMessage> sending,
      int messages)
      implements StatesModelCopyBuilder.With {
    Copy counted(int event) {
      return withValue(value.with(event)).withNeedsPut(true);
    }

    Copy stored() {
      Value based = new Value(value.number, value.events, putting.number);
      return withValue(based).withPutting(null);
    }

    Copy sending(StateMessage message) {
      return withSending(plus(sending, message)).withMessages(messages + 1);
    }
  }

  /**
   * @param quorum the document that every quorum shows
   * @param loose on a minority of the replicas; null for none
   * @param copy null if no task has one
   * @param events where each event is
   * @param late states that a copy was sending which is gone
   * @param messages that the broker has for the ad server
   * @param subscribed whether the broker keeps messages for the ad server
   * @param reading what the ad server's read under way will show; null for none
   * @param troubles how many there were
   */
  @RecordBuilder
  record State(
      Value quorum,
      Value loose,
      Copy copy,
      List<Where> events,
      List<StateMessage> late,
      List<StateMessage> messages,
      boolean subscribed,
      Value reading,
      AdServer server,
      int troubles)
      implements StatesModelStateBuilder.With {
    State withRead(Value now, AdServer asked) {
      return withReading(now).withServer(asked);
    }

    State move(int event, Where to) {
      List<Where> now = new ArrayList<>(events);
      now.set(event, to);
      return withEvents(List.copyOf(now));
    }

    State moveAll(Where from, Where to) {
      return events.contains(from)
          ? withEvents(events.stream().map(where -> where == from ? to : where).toList())
          : this;
    }

    /** The broker keeps it for those who have subscribed. */
    State arrived(StateMessage message) {
      return subscribed ? withMessages(plus(messages, message)) : this;
    }

    /** The copy is gone. Whatever it held comes again; what it was sending may arrive. */
    State dropped() {
      return withCopy(null)
          .withEvents(
              events.stream().map(where -> where == Where.ACKED ? where : Where.QUEUE).toList())
          .withLate(plus(late, copy.sending.toArray(StateMessage[]::new)))
          .withTroubles(troubles + 1);
    }

    boolean isQuiet() {
      return late.isEmpty()
          && messages.isEmpty()
          && (copy == null || copy.putting == null && copy.sending.isEmpty())
          && events.stream().allMatch(where -> where == Where.ACKED);
    }
  }

  private final int events;
  private final int mostTroubles;
  private final Variant variant;
  private final ModelAdServers servers = new ModelAdServers(AD);

  /**
   * @param events at most three: a budget, and clicks that take more than half of it
   * @param mostTroubles how many times something may go wrong
   */
  StatesModel(int events, int mostTroubles, Variant variant) {
    super(State.class);
    this.mostTroubles = mostTroubles;
    this.events = events;
    this.variant = variant;
  }

  private static List<StateMessage> plus(List<StateMessage> messages, StateMessage... added) {
    if (added.length == 0) {
      return messages;
    }
    return Stream.concat(messages.stream(), Stream.of(added))
        .distinct()
        .sorted((a, b) -> Long.compare(a.storedNumber(), b.storedNumber()))
        .toList();
  }

  private static List<StateMessage> without(List<StateMessage> messages, StateMessage gone) {
    return messages.stream().filter(message -> !message.equals(gone)).toList();
  }

  private static AdTotals totals(Value value) {
    AdTotals totals = new AdTotals();
    if (value.has(0)) {
      totals.add(EventKind.BUDGET, 100, 1);
    }
    if (value.has(1)) {
      totals.add(EventKind.CLICK, 60, 1);
    }
    if (value.has(2)) {
      totals.add(EventKind.CLICK, 85, 1);
    }
    return totals;
  }

  @Override
  protected State first() {
    return new State(
        Value.NONE,
        null,
        null,
        Collections.nCopies(events, Where.QUEUE),
        List.of(),
        List.of(),
        false,
        null,
        servers.fresh,
        0);
  }

  @Override
  protected void next(State s, Consumer<State> next) {
    serve(s, next);
    for (StateMessage message : s.late) {
      State without = s.withLate(without(s.late, message));
      next.accept(without);
      next.accept(without.arrived(message));
    }
    if (s.copy == null) {
      load(s, next);
      return;
    }
    for (int event = 0; event < events; event++) {
      if (s.events.get(event) == Where.QUEUE) {
        next.accept(offered(s, event));
      }
    }
    if (s.copy.putting != null) {
      next.accept(stored(s));
    } else if (s.copy.needsPut) {
      next.accept(putBegun(s));
    }
    for (StateMessage message : s.copy.sending) {
      next.accept(sent(s.arrived(message), message));
    }
    if (s.troubles < mostTroubles) {
      trouble(s, next);
    }
  }

  /* The ad server. */

  private void serve(State s, Consumer<State> next) {
    boolean readsFirst = variant == Variant.READS_BEFORE_IT_SUBSCRIBES;
    if (!s.subscribed && !readsFirst) {
      next.accept(s.withSubscribed(true).withServer(s.server.connected()));
    } else if (!s.subscribed && s.server.level() != null) {
      next.accept(s.withSubscribed(true));
    }
    if (s.reading == null) {
      ask(s, readsFirst && !s.subscribed ? s.server.connected() : s.server, next);
    } else {
      next.accept(s.withRead(null, s.server.read(asRead(s))));
    }
    for (StateMessage message : s.messages) {
      State received = s.withServer(s.server.received(asReceived(message, s)));
      next.accept(received); // it comes again
      next.accept(received.withMessages(without(s.messages, message)));
    }
  }

  private void ask(State s, AdServer server, Consumer<State> next) {
    AdServer asked = server.asked();
    if (asked.reads()) {
      next.accept(s.withRead(s.quorum, asked));
      if (s.loose != null) {
        next.accept(s.withRead(s.quorum.merge(s.loose), asked));
      }
    }
  }

  private StateRead asRead(State s) {
    Value read = s.reading;
    long known = s.server.version();
    return switch (variant) {
      case READ_HAS_THE_NUMBER_OF_THE_WRITE -> found(read, read.number, read.number);
      case READ_REPLACES_MESSAGES ->
          found(read, Math.max(known, read.base), Math.max(known, read.number));
      case DOES_NOT_READ_AGAIN -> found(read, read.base, read.base);
      default -> found(read, read.base, read.number);
    };
  }

  private static StateRead found(Value read, long version, long writeNumber) {
    return StateRead.found(AD, version, writeNumber, totals(read), 0);
  }

  private StateMessage asReceived(StateMessage message, State s) {
    return variant == Variant.IGNORES_VERSIONS
        ? withVersion(message, s.server.version() + 1)
        : message;
  }

  private static StateMessage withVersion(StateMessage m, long version) {
    return new StateMessage(
        AD, version, m.level(), m.budgetMicros(), m.costMicros(), m.asOfMs(), m.lastEventAtMs());
  }

  /* The task. */

  private void load(State s, Consumer<State> next) {
    if (s.events.contains(Where.QUEUE)) {
      next.accept(s.withCopy(loaded(s.quorum)));
      if (s.loose != null) {
        next.accept(s.withCopy(loaded(s.quorum.merge(s.loose))));
      }
    }
  }

  private Copy loaded(Value value) {
    StateOutbox outbox = StateOutbox.loaded(totals(value));
    if (variant == Variant.DOES_NOT_SEND_AFTER_A_LOAD) {
      outbox = outbox.putBegun(AD, Math.max(1, value.number), totals(value), 0).stored().sent();
    }
    return new Copy(value, null, false, outbox, List.of(), 0);
  }

  private State offered(State s, int event) {
    Copy copy = s.copy;
    if (!copy.value.has(event)) {
      return s.withCopy(copy.counted(event)).move(event, Where.PENDING);
    }
    if (s.quorum.has(event)) {
      return repeated(s, event);
    }
    return copy.putting != null && copy.putting.has(event)
        ? s.move(event, Where.PUT)
        : s.withCopy(copy.withNeedsPut(true)).move(event, Where.PENDING);
  }

  private State repeated(State s, int event) {
    StateOutbox outbox = s.copy.outbox;
    boolean waits =
        outbox.isUnsent()
            && !(variant == Variant.REPEATED_EVENTS_DO_NOT_WAIT && outbox.sentLevel() != null);
    if (!waits) {
      return s.move(event, Where.ACKED);
    }
    boolean asks = outbox.needsPut() && variant != Variant.ASKS_FOR_NO_PUT;
    return s.withCopy(asks ? s.copy.withNeedsPut(true) : s.copy).move(event, Where.WAIT);
  }

  private State putBegun(State s) {
    Value put = s.copy.value.next();
    StateOutbox outbox = s.copy.outbox.putBegun(AD, put.number, totals(put), 0);
    Copy begun = s.copy.withValue(put).withPutting(put).withNeedsPut(false).withOutbox(outbox);
    State after = s.withCopy(begun).moveAll(Where.PENDING, Where.PUT);
    return variant == Variant.SENDS_UNCONFIRMED_WRITES && outbox.ofPut() != null
        ? after.arrived(outbox.ofPut())
        : after;
  }

  private State stored(State s) {
    Copy copy = s.copy;
    StateMessage message = copy.outbox.ofPut();
    StateOutbox outbox = copy.outbox.stored();
    State stored = s.withQuorum(copy.putting);
    if (message == null) {
      return stored.withCopy(copy.stored().withOutbox(outbox)).moveAll(Where.PUT, Where.ACKED);
    }
    if (variant == Variant.SENDS_UNCONFIRMED_WRITES) {
      Copy done = copy.stored().withOutbox(outbox.sent());
      return offeredAgain(stored.withCopy(done).moveAll(Where.PUT, Where.ACKED));
    }
    if (variant == Variant.COUNTS_VERSIONS_IN_MEMORY) {
      message = withVersion(message, copy.messages + 1);
    }
    Where to = variant == Variant.ACKS_BEFORE_IT_IS_SENT ? Where.ACKED : Where.SEND;
    Copy sending = copy.stored().withOutbox(outbox).sending(message);
    return stored.withCopy(sending).moveAll(Where.PUT, to);
  }

  private State sent(State s, StateMessage message) {
    return ended(s, message, s.copy.outbox.sent());
  }

  private State failed(State s, StateMessage message) {
    return variant == Variant.TAKES_A_FAILED_SEND_FOR_SENT
        ? sent(s, message)
        : ended(s.moveAll(Where.SEND, Where.QUEUE), message, s.copy.outbox.failed());
  }

  private State ended(State s, StateMessage message, StateOutbox outbox) {
    State ended =
        s.withCopy(s.copy.withOutbox(outbox).withSending(without(s.copy.sending, message)));
    return outbox.sends() > 0 ? ended : offeredAgain(ended.moveAll(Where.SEND, Where.ACKED));
  }

  /** Nothing is being sent any more: who waits for that is decided again. */
  private State offeredAgain(State s) {
    State after = s;
    for (int event = 0; event < events; event++) {
      if (s.events.get(event) == Where.WAIT) {
        after = repeated(after, event);
      }
    }
    return after;
  }

  /* What goes wrong. */

  private void trouble(State s, Consumer<State> next) {
    for (int event = 0; event < events; event++) {
      Where where = s.events.get(event);
      if (where != Where.QUEUE && where != Where.ACKED) {
        next.accept(
            s.move(event, Where.QUEUE)
                .withTroubles(s.troubles + 1)); // it times out, and comes again
      }
    }
    for (StateMessage message : s.copy.sending) {
      next.accept(failed(s, message).withTroubles(s.troubles + 1));
      next.accept(failed(s.arrived(message), message).withTroubles(s.troubles + 1));
    }
    next.accept(s.dropped());
    if (s.copy.putting != null) {
      next.accept(s.withQuorum(s.copy.putting).dropped());
      next.accept(s.withLoose(s.copy.putting).dropped());
    }
  }

  @Override
  protected String faultOf(State s) {
    if (isStuck(s)) {
      return "an event waits for ever";
    }
    boolean knows = s.subscribed && s.reading == null && !s.server.asked().reads();
    if (!s.isQuiet() || !knows) {
      return null;
    }
    AdLevel stored = AdLevel.of(totals(s.quorum));
    return stored.equals(s.server.level()) ? null : "an ad server does not know " + stored;
  }

  private static boolean isStuck(State s) {
    Copy copy = s.copy;
    return copy != null
        && copy.putting == null
        && !copy.needsPut
        && copy.sending.isEmpty()
        && s.events.stream().anyMatch(where -> where != Where.QUEUE && where != Where.ACKED);
  }
}
