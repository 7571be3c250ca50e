package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order of counting, puts, sends, crashes and deliveries of states, with one ad and
 * three events, each of which changes the ad's state. When all events are acked and all messages
 * have arrived, the consumer knows the state of the document. Each broken variant is found.
 *
 * <p>A put is stored by a quorum, or it is in doubt: then it is lost, on a minority of the replicas
 * (loose, and any read may show it or not), or stored by a quorum all the same. What one task
 * counts once is what {@code ProtocolModelTest} is about.
 */
class StatesModelTest {
  private static final int EVENTS = 3;
  private static final int MOST_TROUBLES = 2;

  /** How states are published. */
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
    /** The consumer takes what comes last. */
    CONSUMER_IGNORES_VERSIONS(true),
    /** A version is the number of messages that the task has sent. */
    COUNTS_VERSIONS_IN_MEMORY(true);

    private final boolean broken;

    Variant(boolean broken) {
      this.broken = broken;
    }
  }

  private enum Where {
    QUEUE,
    PUT,
    SEND,
    ACKED
  }

  /** A version of the document: its number and the events that it counts. */
  private record Value(int number, int events) implements Comparable<Value> {
    private static final Value NONE = new Value(0, 0);

    boolean has(int event) {
      return (events & 1 << event) != 0;
    }

    Value with(int event) {
      return new Value(number, events | 1 << event);
    }

    Value next() {
      return new Value(number + 1, events);
    }

    Value merge(Value other) {
      return new Value(Math.max(number, other.number), events | other.events);
    }

    @Override
    public int compareTo(Value other) {
      return number != other.number
          ? Integer.compare(number, other.number)
          : Integer.compare(events, other.events);
    }
  }

  /** What a task knows: the document as it would put it, and the last state that it has sent. */
  private record Copy(Value value, Value putting, Value sending, int sent, int messages) {
    private static final int NOTHING = -1;

    static Copy loaded(Value value, Variant variant) {
      int sent = variant == Variant.DOES_NOT_SEND_AFTER_A_LOAD ? value.events : NOTHING;
      return new Copy(value, null, null, sent, 0);
    }

    Copy withPut(Value now) {
      return new Copy(now, now, sending, sent, messages);
    }

    Copy stored() {
      return new Copy(putting, null, sending, sent, messages);
    }

    Copy withSend(Value now) {
      return new Copy(value, null, now, sent, messages + 1);
    }

    Copy withSent() {
      return new Copy(value, putting, null, sending.events, messages);
    }
  }

  private record State(
      Value quorum,
      Value loose,
      Copy copy,
      List<Where> events,
      Set<Value> messages,
      Value consumer,
      int troubles) {
    State with(Copy now) {
      return new State(quorum, loose, now, events, messages, consumer, troubles);
    }

    State withQuorum(Value now) {
      return new State(now, loose, copy, events, messages, consumer, troubles);
    }

    State withLoose(Value now) {
      return new State(quorum, now, copy, events, messages, consumer, troubles);
    }

    State withMessage(Value message) {
      Set<Value> now = new TreeSet<>(messages);
      now.add(message);
      return new State(quorum, loose, copy, events, now, consumer, troubles);
    }

    State arrived(Value message, Value known) {
      Set<Value> now = new TreeSet<>(messages);
      now.remove(message);
      return new State(quorum, loose, copy, events, now, known, troubles);
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
          && consumer.events != quorum.events;
    }
  }

  private static List<State> next(State s, Variant variant) {
    List<State> next = new ArrayList<>();
    for (Value message : s.messages) {
      boolean newer =
          variant == Variant.CONSUMER_IGNORES_VERSIONS || message.number > s.consumer.number;
      next.add(s.arrived(message, newer ? message : s.consumer));
    }
    if (s.copy == null) {
      load(s, variant, next);
      return next;
    }
    if (s.copy.putting == null) {
      deliver(s, variant, next);
    } else {
      next.add(stored(s, variant));
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
      if (s.events.get(event) != Where.QUEUE) {
        continue;
      }
      Copy copy = s.copy;
      if (!copy.value.has(event)) {
        next.add(put(s, copy.value.with(event).next(), event, variant));
      } else if (copy.sent == Copy.NOTHING && copy.sending == null) {
        next.add(put(s, copy.value.next(), event, variant));
      } else if (copy.sending != null && variant != Variant.DUPLICATES_DO_NOT_WAIT) {
        next.add(s.move(event, Where.SEND));
      } else if (s.quorum.has(event)) { // else it is loaded, and rule 4 demands a put
        next.add(s.move(event, Where.ACKED));
      } else {
        next.add(put(s, copy.value.next(), event, variant));
      }
    }
  }

  private static State put(State s, Value value, int event, Variant variant) {
    State put = s.with(s.copy.withPut(value)).move(event, Where.PUT);
    return variant == Variant.SENDS_UNCONFIRMED_WRITES ? put.withMessage(value) : put;
  }

  private static State stored(State s, Variant variant) {
    Copy copy = s.copy.stored();
    State stored = s.withQuorum(s.copy.putting).with(copy);
    if (copy.value.events == copy.sent || variant == Variant.SENDS_UNCONFIRMED_WRITES) {
      return stored.moveAll(Where.PUT, Where.ACKED);
    }
    Where to = variant == Variant.ACKS_BEFORE_IT_IS_SENT ? Where.ACKED : Where.SEND;
    return stored.with(copy.withSend(copy.value)).moveAll(Where.PUT, to);
  }

  private static Value message(Copy copy, Variant variant) {
    return variant == Variant.COUNTS_VERSIONS_IN_MEMORY
        ? new Value(copy.messages, copy.sending.events)
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
            List.of(Where.QUEUE, Where.QUEUE, Where.QUEUE),
            Set.of(),
            Value.NONE,
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
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void inTheEndTheConsumerKnowsTheStateOfTheDocument(Variant variant) {
    assertThat(isFound(variant)).as("a wrong end is found").isEqualTo(variant.broken);
  }
}
