package clickcounter.ledger;

import clickcounter.model.Answers;
import clickcounter.model.Interner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * What one replica can hold of one key, with dotted version vectors as in Riak: a clock (the puts
 * that it knows of) and the values that none of these puts replaced. Replicas and values are
 * numbers. Values are the bytes that a ledger returned for its put.
 */
final class ReplicaSpace<D> {
  /** Decodes a stored value. */
  interface Decoder<D> {
    D decode(byte[] bytes);
  }

  /** The value of one put and the bit of its dot. */
  record Value<D>(int dot, byte[] bytes, D document) {}

  private record Replica(int clock, List<Integer> values) {}

  private final Decoder<D> decoder;
  private final Interner<Value<D>> values =
      new Interner<>(v -> new String(v.bytes(), StandardCharsets.UTF_8));
  private final Interner<Replica> replicas = new Interner<>(r -> r);
  private final Answers<Integer> merges = new Answers<>();
  private final Map<Integer, List<D>> documents = new HashMap<>();

  /** A replica that has never seen the key. */
  final int empty = replicas.id(new Replica(0, List.of()));

  ReplicaSpace(Decoder<D> decoder) {
    this.decoder = decoder;
  }

  int value(int dot, byte[] bytes) {
    return values.id(new Value<>(1 << dot, bytes, decoder.decode(bytes)));
  }

  D document(int value) {
    return values.value(value).document();
  }

  int clock(int replica) {
    return replicas.value(replica).clock();
  }

  List<D> documents(int replica) {
    return documents.computeIfAbsent(
        replica, of -> replicas.value(of).values().stream().map(this::document).toList());
  }

  /** The merge of two replicas, as a reader sees them. */
  int merge(int a, int b) {
    return a == b ? a : merges.get(Math.min(a, b), Math.max(a, b), 0, () -> merged(a, b));
  }

  private int merged(int a, int b) {
    Replica x = replicas.value(a);
    Replica y = replicas.value(b);
    return intern(
        x.clock() | y.clock(),
        Stream.concat(survivors(x, y).stream(), survivors(y, x).stream()).toList());
  }

  private List<Integer> survivors(Replica of, Replica beside) {
    return keep(of, v -> (dot(v) & beside.clock()) == 0 || beside.values().contains(v));
  }

  /** What the coordinator of a put sends to the other replicas: its own content after the put. */
  int put(int coordinator, int context, int value) {
    Replica r = replicas.value(coordinator);
    List<Integer> kept = new ArrayList<>(keep(r, v -> (dot(v) & context) == 0));
    kept.add(value);
    return intern(r.clock() | context | dot(value), kept);
  }

  /** A put that replaces everything, as with {@code last_write_wins}. */
  int overwrite(int coordinator, int value) {
    return intern(replicas.value(coordinator).clock() | dot(value), List.of(value));
  }

  private int dot(int value) {
    return values.value(value).dot();
  }

  private static List<Integer> keep(Replica replica, IntPredicate which) {
    return replica.values().stream().filter(which::test).toList();
  }

  private int intern(int clock, List<Integer> contents) {
    return replicas.id(new Replica(clock, contents.stream().sorted().distinct().toList()));
  }

  String text(int value) {
    return new String(values.value(value).bytes(), StandardCharsets.UTF_8);
  }

  String describe(int replica) {
    StringBuilder text = new StringBuilder();
    for (int value : replicas.value(replica).values()) {
      text.append("\n        ").append(text(value));
    }
    return text.isEmpty() ? " nothing" : text.toString();
  }
}
