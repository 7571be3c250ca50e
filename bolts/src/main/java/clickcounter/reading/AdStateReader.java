package clickcounter.reading;

import clickcounter.states.StateRead;
import clickcounter.states.StateReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import java.time.Clock;
import java.util.function.Consumer;

/**
 * Reads the states of ads from their documents, for ad servers. Siblings are merged as the counting
 * merges them, with views of the counters that are read after them.
 *
 * <p>Never writes. Thread-safe; answers on the store's threads, within a few of its time-outs.
 *
 * @param clock for the time at which a state was read
 */
public record AdStateReader(DocumentStore store, Clock clock) implements StateReader {
  @Override
  public void read(String adId, Consumer<StateRead> receiver) {
    new AdFetch(store).fetch(adId, answer -> receiver.accept(state(adId, answer)));
  }

  private StateRead state(String adId, Answer<MergedAd> answer) {
    return answer.decide(
        ad ->
            StateRead.found(
                adId,
                ad.merged().storedNumber(),
                ad.merged().number(),
                ad.totals(),
                clock.millis()),
        () -> StateRead.absent(adId, clock.millis()),
        blocked -> failed(adId, blocked),
        failed -> failed(adId, failed));
  }

  private static StateRead failed(String adId, String reason) {
    return new StateRead.Failed(DocumentKey.ad(adId) + ": " + reason);
  }
}
