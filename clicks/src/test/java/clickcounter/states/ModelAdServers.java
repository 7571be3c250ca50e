package clickcounter.states;

import clickcounter.model.Interner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Ad servers with the real {@link AdStates}, which knows one ad. An ad server is what it was told,
 * in order: each step tells a new instance all of it, and one thing more. Two that behave the same
 * are one object.
 */
final class ModelAdServers {
  private static final AdStatesSettings SETTINGS = AdStatesSettings.defaults().withMaxAds(1);

  /** What an ad server is told or asked. */
  private interface Input {
    void apply(Live live);
  }

  private record Connected() implements Input {
    @Override
    public void apply(Live live) {
      live.states.connected();
    }
  }

  private record Asked(String adId) implements Input {
    @Override
    public void apply(Live live) {
      live.states.now(adId);
    }
  }

  private record Read(StateRead document) implements Input {
    @Override
    public void apply(Live live) {
      Consumer<StateRead> receiver = live.receiver;
      live.receiver = null;
      receiver.accept(document);
    }
  }

  private record Received(StateMessage message) implements Input {
    @Override
    public void apply(Live live) {
      live.states.received(message);
    }
  }

  private record Step(AdServer from, Input input) {}

  /** An instance, and the read that it has begun. */
  private static final class Live implements StateReader {
    final AdStates states = new AdStates(this, SETTINGS, () -> 0);

    /** Of the read under way; null for none. */
    Consumer<StateRead> receiver;

    @Override
    public void read(String adId, Consumer<StateRead> newReceiver) {
      receiver = newReceiver;
    }
  }

  /** An ad server at one moment. */
  final class AdServer {
    private final List<Input> inputs;
    private final String text;
    private final boolean reads;
    private final StateMessage known;

    private AdServer(List<Input> inputs) {
      Live live = new Live();
      inputs.forEach(input -> input.apply(live));
      this.inputs = inputs;
      this.text = live.states.describe(adId);
      this.reads = live.receiver != null;
      this.known = live.states.size() == 0 ? null : live.states.now(adId).state();
    }

    private AdServer told(Input input) {
      return after.computeIfAbsent(
          new Step(this, input),
          step -> {
            List<Input> all = new ArrayList<>(inputs);
            all.add(input);
            return servers.value(servers.id(new AdServer(all)));
          });
    }

    AdServer connected() {
      return told(new Connected());
    }

    /** Somebody needs the ad: a read begins if the document has to be read. */
    AdServer asked() {
      return told(new Asked(adId));
    }

    /** The answer to the read under way. */
    AdServer read(StateRead document) {
      return told(new Read(document));
    }

    AdServer received(StateMessage message) {
      return told(new Received(message));
    }

    /** Whether a read is under way. */
    boolean reads() {
      return reads;
    }

    /** The version of what is known; 0 if nothing is. */
    long version() {
      return known == null ? 0 : known.storedNumber();
    }

    /** The level that is known; null for none. */
    AdLevel level() {
      return known == null ? null : known.level();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private final String adId;
  private final Map<Step, AdServer> after = new HashMap<>();
  private final Interner<AdServer> servers = new Interner<>(server -> server.text);

  /** One that is not connected yet, and knows nothing. */
  final AdServer fresh;

  ModelAdServers(String adId) {
    this.adId = adId;
    this.fresh = servers.value(servers.id(new AdServer(List.of())));
  }
}
