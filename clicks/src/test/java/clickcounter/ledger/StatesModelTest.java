package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order of counting, puts, sends, crashes and deliveries of states, and of a consumer
 * that subscribes, reads and applies, with one ad and some events, each of which changes the ad's
 * state. When all events are acked and all messages have arrived, the consumer knows the state of
 * the document. Each broken variant is found.
 *
 * <p>A put takes all events that wait for it. It is stored by a quorum, or it is in doubt: then it
 * is lost, on a minority of the replicas (loose, and any read may show it or not), or stored by a
 * quorum all the same. What one task counts once is what {@code ProtocolModelTest} is about. {@code
 * -Dclickcounter.model.large=true} takes three events instead of two, and a minute.
 */
class StatesModelTest {
  private static final int EVENTS = Boolean.getBoolean("clickcounter.model.large") ? 3 : 2;
  private static final int MOST_TROUBLES = 2;

  /** How states are published and applied. */
  private enum Variant {
    RIGHT(false),
    /** Events are acked when they are durable, while their state is being sent. */
    ACKS_BEFORE_IT_IS_SENT(true),
    /** An event that comes again is acked while the state of its ad is being sent. */
    DUPLICATES_DO_NOT_WAIT(true),
    /** A task that loads a document takes its state for sent. */
    DOES_NOT_SEND_AFTER_A_LOAD(true),
    /** A state is sent when its put begins. */
    SENDS_UNCONFIRMED_WRITES(true),
    /** A version is the number of messages that the task has sent. */
    COUNTS_VERSIONS_IN_MEMORY(true),
    /** The consumer takes what comes last. */
    CONSUMER_IGNORES_VERSIONS(true),
    /** The consumer reads the document, and subscribes after it. */
    READS_BEFORE_IT_SUBSCRIBES(true),
    /** What the consumer reads has the version of the write, which may be lost again. */
    READ_HAS_THE_NUMBER_OF_THE_WRITE(true),
    /** What the consumer reads replaces what a message said meanwhile. */
    READ_REPLACES_MESSAGES(true);

    private final boolean broken;

    Variant(boolean broken) {
      this.broken = broken;
    }
  }

  private enum Where {
    QUEUE,
    PENDING,
    PUT,
    SEND,
    ACKED
  }

  /**
   * A version of the document: its number, the events that it counts, and the number of the newest
   * write known to be stored by a quorum that it contains.
   */
  private record Value(int number, int events, int base) implements Comparable<Value> {
    private static final Value NONE = new Value(0, 0, 0);

    boolean has(int event) {
      return (events & 1 << event) != 0;
    }

    Value with(int event) {
      return new Value(number, events | 1 << event, base);
    }

    Value next() {
      return new Value(number + 1, events, base);
    }

    /** As its writer knows it when it is stored. */
    Value stored() {
      return new Value(number, events, number);
    }

    Value merge(Value other) {
      return new Value(
          Math.max(number, other.number), events | other.events, Math.max(base, other.base));
    }

    @Override
    public int compareTo(Value other) {
      return number != other.number
          ? Integer.compare(number, other.number)
          : Integer.compare(events, other.events);
    }
  }

  /**
   * What a task knows: the document with all that it has counted, the put and the state under way,
   * and the last state that it has sent.
   */
  private record Copy(
      Value value, Value putting, Value sending, int sent, int messages, boolean needsPut) {
    private static final int NOTHING = -1;

    static Copy loaded(Value value, Variant variant) {
      int sent = variant == Variant.DOES_NOT_SEND_AFTER_A_LOAD ? value.events : NOTHING;
      return new Copy(value, null, null, sent, 0, false);
    }

    Copy counted(int event) {
      return new Copy(value.with(event), putting, sending, sent, messages, true);
    }

    Copy withOwedPut() {
      return new Copy(value, putting, sending, sent, messages, true);
    }

    Copy beginPut() {
      return new Copy(value.next(), value.next(), sending, sent, messages, false);
    }

    Copy stored() {
      Value base = new Value(value.number, value.events, putting.number);
      return new Copy(base, null, sending, sent, messages, needsPut);
    }

    Copy withSend(Value now) {
      return new Copy(value, null, now, sent, messages + 1, needsPut);
    }

    Copy withSent() {
      return new Copy(value, putting, null, sending.events, messages, needsPut);
    }
  }

  /** What an ad server knows of the ad. */
  private record Consumer(boolean subscribed, Value known, Value reading, boolean hasRead) {
    static final Consumer NEW = new Consumer(false, null, null, false);

    Consumer subscribe() {
      return new Consumer(true, known, reading, hasRead);
    }

    Consumer begin(Value read) {
      return new Consumer(subscribed, known, read, true);
    }

    Consumer with(Value now) {
      return new Consumer(subscribed, now, reading, hasRead);
    }

    Consumer ended(Value now) {
      return new Consumer(subscribed, now, null, true);
    }
  }

  private record State(
      Value quorum,
      Value loose,
      Copy copy,
      List<Where> events,
      Set<Value> messages,
      Consumer consumer,
      int troubles) {
    State with(Copy now) {
      return new State(quorum, loose, now, events, messages, consumer, troubles);
    }

    State with(Consumer now) {
      return new State(quorum, loose, copy, events, messages, now, troubles);
    }

    State withQuorum(Value now) {
      return new State(now, loose, copy, events, messages, consumer, troubles);
    }

    State withLoose(Value now) {
      return new State(quorum, now, copy, events, messages, consumer, troubles);
    }

    /** The broker keeps it for those who have subscribed. */
    State withMessage(Value message) {
      if (!consumer.subscribed) {
        return this;
      }
      Set<Value> now = new TreeSet<>(messages);
      now.add(message);
      return new State(quorum, loose, copy, events, now, consumer, troubles);
    }

    State arrived(Value message, Value known) {
      Set<Value> now = new TreeSet<>(messages);
      now.remove(message);
      return new State(quorum, loose, copy, events, now, consumer.with(known), troubles);
    }

    State move(int event, Where to) {
      List<Where> now = new ArrayList<>(events);
      now.set(event, to);
      return new State(quorum, loose, copy, now, messages, consumer, troubles);
    }

    State moveAll(Where from, Where to) {
      List<Where> now = events.stream().map(where -> where == from ? to : where).toList();
      return new State(quorum, loose, copy, now, messages, consumer, troubles);
    }

    /** The copy is gone, and whatever it held comes again. */
    State dropped() {
      return new State(quorum, loose, null, events, messages, consumer, troubles + 1)
          .moveAll(Where.PENDING, Where.QUEUE)
          .moveAll(Where.PUT, Where.QUEUE)
          .moveAll(Where.SEND, Where.QUEUE);
    }

    State timedOut(int event) {
      State now = move(event, Where.QUEUE);
      return new State(quorum, loose, copy, now.events, messages, consumer, troubles + 1);
    }

    boolean isWrong() {
      return messages.isEmpty()
          && (copy == null || copy.putting == null && copy.sending == null)
          && events.stream().allMatch(where -> where == Where.ACKED)
          && consumer.subscribed
          && consumer.reading == null
          && consumer.known != null
          && consumer.known.events != quorum.events;
    }
  }

  private static List<State> next(State s, Variant variant) {
    List<State> next = new ArrayList<>();
    consume(s, variant, next);
    if (s.copy == null) {
      load(s, variant, next);
      return next;
    }
    deliver(s, variant, next);
    if (s.copy.putting != null) {
      next.add(stored(s, variant));
    } else if (s.copy.needsPut) {
      State put = s.with(s.copy.beginPut()).moveAll(Where.PENDING, Where.PUT);
      next.add(
          variant == Variant.SENDS_UNCONFIRMED_WRITES ? put.withMessage(put.copy.putting) : put);
    }
    if (s.copy.sending != null) {
      next.add(
          s.withMessage(message(s.copy, variant))
              .with(s.copy.withSent())
              .moveAll(Where.SEND, Where.ACKED));
    }
    if (s.troubles < MOST_TROUBLES) {
      trouble(s, variant, next);
    }
    return next;
  }

  private static void consume(State s, Variant variant, List<State> next) {
    Consumer consumer = s.consumer;
    boolean readsFirst = variant == Variant.READS_BEFORE_IT_SUBSCRIBES;
    if (!consumer.subscribed && (!readsFirst || consumer.hasRead)) {
      next.add(s.with(consumer.subscribe()));
    }
    if (!consumer.hasRead && consumer.known == null && consumer.subscribed != readsFirst) {
      next.add(s.with(consumer.begin(s.quorum)));
      if (s.loose != null) {
        next.add(s.with(consumer.begin(s.quorum.merge(s.loose))));
      }
    }
    if (consumer.reading != null) {
      Value read = asRead(consumer.reading, variant);
      boolean isOlder = consumer.known != null && read.number < consumer.known.number;
      boolean isKept = isOlder && variant != Variant.READ_REPLACES_MESSAGES;
      next.add(s.with(consumer.ended(isKept ? consumer.known : read)));
    }
    for (Value message : s.messages) {
      boolean isNewer =
          consumer.known == null
              || message.number > consumer.known.number
              || variant == Variant.CONSUMER_IGNORES_VERSIONS;
      next.add(s.arrived(message, isNewer ? message : consumer.known));
    }
  }

  private static Value asRead(Value value, Variant variant) {
    return variant == Variant.READ_HAS_THE_NUMBER_OF_THE_WRITE
        ? value
        : new Value(value.base, value.events, value.base);
  }

  private static void load(State s, Variant variant, List<State> next) {
    if (!s.events.contains(Where.QUEUE)) {
      return;
    }
    next.add(s.with(Copy.loaded(s.quorum, variant)));
    if (s.loose != null) {
      next.add(s.with(Copy.loaded(s.quorum.merge(s.loose), variant)));
    }
  }

  private static void deliver(State s, Variant variant, List<State> next) {
    for (int event = 0; event < EVENTS; event++) {
      if (s.events.get(event) == Where.QUEUE) {
        next.add(delivered(s, event, variant));
      }
    }
  }

  private static State delivered(State s, int event, Variant variant) {
    Copy copy = s.copy;
    if (!copy.value.has(event)) {
      return s.with(copy.counted(event)).move(event, Where.PENDING);
    }
    if (copy.sending != null && variant != Variant.DUPLICATES_DO_NOT_WAIT) {
      return s.move(event, Where.SEND);
    }
    boolean isSentOrSoon = copy.sent != Copy.NOTHING || copy.sending != null;
    if (s.quorum.has(event) && isSentOrSoon) { // else rule 4 demands a put, or the state does
      return s.move(event, Where.ACKED);
    }
    return s.with(copy.withOwedPut()).move(event, Where.PENDING);
  }

  private static State stored(State s, Variant variant) {
    Copy copy = s.copy.stored();
    Value put = s.copy.putting;
    State stored = s.withQuorum(put).with(copy);
    if (put.events == copy.sent || variant == Variant.SENDS_UNCONFIRMED_WRITES) {
      return stored.moveAll(Where.PUT, Where.ACKED);
    }
    Where to = variant == Variant.ACKS_BEFORE_IT_IS_SENT ? Where.ACKED : Where.SEND;
    return stored.with(copy.withSend(put)).moveAll(Where.PUT, to);
  }

  private static Value message(Copy copy, Variant variant) {
    return variant == Variant.COUNTS_VERSIONS_IN_MEMORY
        ? new Value(copy.messages, copy.sending.events, 0)
        : copy.sending;
  }

  /**
   * A put or a send in doubt, or a crash: the copy is gone, and what was under way happens or not.
   */
  private static void trouble(State s, Variant variant, List<State> next) {
    for (int event = 0; event < EVENTS; event++) {
      if (s.events.get(event) == Where.SEND) {
        next.add(s.timedOut(event)); // the broker delivers it again, while the task goes on
      }
    }
    List<State> sends = new ArrayList<>(List.of(s));
    if (s.copy.sending != null) {
      sends.add(s.withMessage(message(s.copy, variant)));
    }
    for (State sent : sends) {
      next.add(sent.dropped());
      if (s.copy.putting != null) {
        next.add(sent.withQuorum(s.copy.putting).dropped());
        next.add(sent.withLoose(s.copy.putting).dropped());
      }
    }
  }

  private static boolean isFound(Variant variant) {
    State start =
        new State(
            Value.NONE,
            null,
            null,
            Collections.nCopies(EVENTS, Where.QUEUE),
            Set.of(),
            Consumer.NEW,
            0);
    Set<State> seen = new HashSet<>(List.of(start));
    Deque<State> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      State state = open.poll();
      if (state.isWrong()) {
        return true;
      }
      next(state, variant).stream().filter(seen::add).forEach(open::add);
    }
    System.out.println(seen.size() + " states");
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void inTheEndTheConsumerKnowsTheStateOfTheDocument(Variant variant) {
    assertThat(isFound(variant)).as("a wrong end is found").isEqualTo(variant.broken);
  }
}
