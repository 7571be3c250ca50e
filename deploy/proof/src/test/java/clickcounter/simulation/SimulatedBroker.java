package clickcounter.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A queue that delivers each message until it is acknowledged over the connection which it came by:
 * in any order, again after a lost connection, and now and then for no reason.
 */
final class SimulatedBroker {
  private final Timeline timeline;
  private final Chance chance;
  private final Statistics statistics;
  private final Map<String, Message> messages = new LinkedHashMap<>();

  /** Those that no connection has. */
  private final TreeMap<Long, Message> waiting = new TreeMap<>();

  private final List<SpoutConnection> connections = new ArrayList<>();
  private Noise noise;
  private long sent;

  /** Takes what a connection brings. */
  interface Consumer {
    boolean hasRoom();

    void received(Delivered message);
  }

  /** A consumer's way to the broker, until it is lost. */
  static final class SpoutConnection {
    private final Consumer consumer;
    private boolean open = true;
    private final Map<String, Message> unacknowledged = new HashMap<>();

    private SpoutConnection(Consumer consumer) {
      this.consumer = consumer;
    }
  }

  /** A message as it came over one connection. */
  record Delivered(String id, String text, SpoutConnection connection) {}

  private record Message(long number, String id, String text) {}

  SimulatedBroker(Timeline timeline, Chance chance, Noise noise, Statistics statistics) {
    this.timeline = timeline;
    this.chance = chance;
    this.noise = noise;
    this.statistics = statistics;
  }

  void setNoise(Noise noise) {
    this.noise = noise;
  }

  void send(String text) {
    Message message = new Message(sent, "ID:" + sent, text);
    sent++;
    messages.put(message.id, message);
    waiting.put(message.number, message);
    dispatch();
  }

  SpoutConnection connect(Consumer consumer) {
    SpoutConnection connection = new SpoutConnection(consumer);
    connections.add(connection);
    timeline.after(1, this::dispatch);
    return connection;
  }

  /** The connection is lost: what it did not acknowledge comes again over another. */
  void disconnect(SpoutConnection connection) {
    connection.open = false;
    connections.remove(connection);
    connection.unacknowledged.values().forEach(m -> waiting.put(m.number, m));
    connection.unacknowledged.clear();
    dispatch();
  }

  /** Hands out what no spout has. */
  void dispatch() {
    if (connections.isEmpty()) {
      return;
    }
    for (Iterator<Message> it = waiting.values().iterator(); it.hasNext(); ) {
      Message message = it.next();
      SpoutConnection connection = chance.of(connections);
      if (connection.consumer.hasRoom()) {
        it.remove();
        connection.unacknowledged.put(message.id, message);
        deliver(message, connection);
        if (chance.happens(noise.of(FaultKind.MESSAGE_TWICE))) {
          statistics.count(Tally.REDELIVERIES);
          deliver(message, chance.of(connections));
        }
      }
    }
  }

  private void deliver(Message message, SpoutConnection connection) {
    Delivered delivered = new Delivered(message.id, message.text, connection);
    timeline.after(
        chance.skewed(100, noise.wireMicros() * 10),
        () -> {
          if (connection.open) {
            connection.consumer.received(delivered);
          }
        });
  }

  void acknowledge(Delivered delivered) {
    timeline.after(
        chance.skewed(100, noise.wireMicros()),
        () -> {
          SpoutConnection connection = delivered.connection;
          if (connection.open && connection.unacknowledged.remove(delivered.id) != null) {
            messages.remove(delivered.id);
            dispatch();
          }
        });
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  int size() {
    return messages.size();
  }
}
