package clickcounter.console;

import clickcounter.cli.Texts;
import clickcounter.document.AdState;
import clickcounter.states.FeedStatus;
import clickcounter.states.KnownState;
import clickcounter.states.StateAnswer;
import clickcounter.states.StateMessage;
import clickcounter.status.Reach;
import java.time.Clock;
import java.util.List;
import java.util.Locale;

/** The page of what an ad server sees: an ad's state as it knows it, and the newest changes. */
record StatesPage(StatesFeed feed, Poller poller, Reach reach, Clock clock) {
  /** A change of an ad, as its message said. */
  record Change(
      String adId,
      String state,
      int leftPercent,
      long leftMicros,
      long budgetMicros,
      long version,
      long asOfMs) {
    static Change of(StateMessage message) {
      return new Change(
          message.adId(),
          message.state().label(),
          message.level().leftPercent(),
          message.leftMicros(),
          message.budgetMicros(),
          message.storedNumber(),
          message.asOfMs());
    }
  }

  /**
   * What is known of an ad. Numbers are null while nothing is known.
   *
   * @param source {@code message} or {@code document}
   * @param stale whether changes may be missing
   * @param failure why the document could not be read; null if it could
   */
  record Seen(
      String adId,
      String state,
      Integer leftPercent,
      Long leftMicros,
      Long budgetMicros,
      Long version,
      Long asOfMs,
      String source,
      boolean stale,
      String failure) {
    static Seen of(String adId, StateAnswer answer) {
      KnownState known = answer.state();
      return known == null
          ? new Seen(
              adId, null, null, null, null, null, null, null, answer.stale(), answer.failure())
          : new Seen(
              adId,
              known.state().label(),
              known.level().leftPercent(),
              known.leftMicros(),
              known.budgetMicros(),
              known.storedNumber(),
              known.asOfMs(),
              known.source().name().toLowerCase(Locale.ROOT),
              answer.stale(),
              answer.failure());
    }
  }

  /**
   * The page for programs.
   *
   * @param topic empty if none is set
   * @param ad null if none was asked for
   */
  record StatesJson(String topic, FeedStatus feed, Seen ad, List<Change> changes) {}

  StatesJson json(String id) {
    return new StatesJson(
        feed.topic(),
        feed.status(),
        id.isEmpty() ? null : Seen.of(id, feed.ask(id)),
        feed.changes().stream().map(Change::of).toList());
  }

  String body(String id) {
    return """
        <h1>What an ad server sees</h1>
        <div id="spoken" class="spoken" role="status"></div>
        <p class="note">An ad server shows an ad while it is active. It reads the ad's document once, then it gets a message\
         for each change. The console does the same, with the same code.</p>
        %s%s
        <div id="refreshed">
        %s
        %s
        </div>
        """
        .formatted(
            Html.search("/states", "Id of an ad", id),
            Html.away(poller.away(), clock.millis()),
            connection() + (id.isEmpty() ? "" : ad(id)),
            feed.hasTopic() ? changes() : "");
  }

  /** Whether messages come, and what follows if they do not. */
  private String connection() {
    if (!feed.hasTopic()) {
      return "<p>The setting <code>states.topic</code> is not set for this console, so it gets no messages, and shows what"
          + " documents say. If it is set for the topology, start the console with the same settings.</p>";
    }
    FeedStatus status = feed.status();
    String topic = "<code>" + Html.escaped(feed.topic()) + "</code>";
    if (status.connected()) {
      return "<p class=\"note\">Connected to the topic " + topic + ".</p>";
    }
    return "<p class=\"trouble\">No messages of the topic %s for %s: %s. What is shown may be old.</p>"
        .formatted(topic, Texts.age(status.behindMs()), Html.escaped(status.reason()));
  }

  private String ad(String id) {
    StateAnswer answer = feed.ask(id);
    String failure = answer.failure() == null ? "" : Html.unreadable(answer.failure());
    return failure + (answer.isKnown() ? known(answer) : unknown(id)) + commands(id);
  }

  private static String unknown(String id) {
    return "<p>Nothing is known of the ad %s, so an ad server does not show it unless it is told to (setting <code>showUnknown</code>).</p>"
        .formatted(Links.ad(id));
  }

  private String known(StateAnswer answer) {
    KnownState state = answer.state();
    boolean isShown = state.state() == AdState.ACTIVE;
    return """
        <section class="cards" aria-label="The ad as ad servers see it">
          <div class="card"><h2>%s</h2><p class="figure">%s</p><p class="note">An ad server %s.</p></div>
          <div class="card"><h2>Budget left</h2><p class="figure">%s</p><p class="note">of %s%s</p></div>
          <div class="card"><h2>Version</h2><p class="figure">%s</p><p class="note">%s</p></div>
        </section>
        """
        .formatted(
            Links.ad(state.adId()),
            state.state().label(),
            isShown ? "shows it" : "does not show it",
            Texts.money(state.leftMicros()),
            Texts.money(state.budgetMicros()),
            left(state),
            Texts.number(state.storedNumber()),
            source(state) + (answer.stale() && feed.hasTopic() ? " It may be old." : ""));
  }

  private static String left(KnownState state) {
    if (state.overdeliveredMicros() > 0) {
      return "; " + Texts.money(state.overdeliveredMicros()) + " overdelivered";
    }
    return state.state() == AdState.ACTIVE
        ? "; at most " + state.level().leftPercent() + "% is left"
        : "";
  }

  private String source(KnownState state) {
    String how =
        state.source() == KnownState.Source.MESSAGE
            ? "From a message, published at"
            : "From its document, read at";
    return "%s %s, %s ago."
        .formatted(how, Links.time(state.asOfMs()), Texts.age(clock.millis() - state.asOfMs()));
  }

  private String commands(String id) {
    return feed.hasTopic()
        ? Html.command(
            reach.command(
                List.of("states", "watch"),
                List.of("--set=states.topic=" + feed.topic(), "--ad=" + id)))
        : "";
  }

  private String changes() {
    List<StateMessage> changes = feed.changes();
    if (changes.isEmpty()) {
      return "<h2>Newest changes</h2><p class=\"note\">None since the console started.</p>";
    }
    HtmlTable table =
        new HtmlTable(
            "the newest changes",
            "ad",
            "state",
            "#budget left",
            "#left, at most",
            "#version",
            "published");
    for (StateMessage change : changes) {
      table.row(
          Links.ad(change.adId()),
          Html.badge(change.state().label()),
          Texts.money(change.leftMicros()),
          change.level().leftPercent() + "%",
          Texts.number(change.storedNumber()),
          Links.time(change.asOfMs()));
    }
    return """
        <h2>Newest changes</h2>
        <p class="note">Since the console started. A message may come twice or late: the highest version is right.</p>
        """
        + table.html();
  }
}
