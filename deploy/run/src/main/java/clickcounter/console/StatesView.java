package clickcounter.console;

import clickcounter.cli.Json;
import clickcounter.states.StateAnswer;
import clickcounter.states.StateMessage;
import clickcounter.status.Reach;
import java.util.List;

/** What an ad server sees, as JSON: an ad's state as it knows it, and the newest changes. */
record StatesView(StatesFeed feed, Reach reach) {
  /**
   * @param id of an ad; empty for none
   */
  Json.Fields json(String id) {
    return Json.object()
        .with("topic", feed.topic())
        .with("feed", feed.status())
        .with("ad", id.isEmpty() ? null : seen(id, feed.ask(id)))
        .with("command", id.isEmpty() || !feed.hasTopic() ? null : watch(id))
        .with("changes", Json.list(feed.changes(), StatesView::fields));
  }

  private String watch(String id) {
    return reach.command(
        List.of("states", "watch"), List.of("--set=states.topic=" + feed.topic(), "--ad=" + id));
  }

  /** What is known of an ad: only that it is not, why, or its state. */
  private static Json.Fields seen(String adId, StateAnswer answer) {
    Json.Fields seen =
        answer.state() == null ? Json.object().with("adId", adId) : fields(answer.state());
    return seen.with("stale", answer.stale()).with("failure", answer.failure());
  }

  private static Json.Fields fields(StateMessage known) {
    return Json.object()
        .with("adId", known.adId())
        .with("state", known.state().label())
        .with("leftPercent", known.level().leftPercent())
        .with("leftMicros", known.leftMicros())
        .with("overdeliveredMicros", known.overdeliveredMicros())
        .with("budgetMicros", known.budgetMicros())
        .with("version", known.storedNumber())
        .with("asOfMs", known.asOfMs());
  }
}
