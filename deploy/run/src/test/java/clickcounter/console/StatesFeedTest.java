package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
import clickcounter.jms.BrokerSettings;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import java.time.Clock;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an ad server sees while no message comes. */
class StatesFeedTest {
  private final MemoryStore empty = new MemoryStore();

  private StatesFeed feed(String topic) {
    return StatesFeed.start(
        BrokerSettings.at("tcp://127.0.0.1:1"), topic, empty, Clock.systemUTC(), new Random(17));
  }

  @Test
  void withoutATopicEachQuestionReadsTheDocument() {
    try (StatesFeed feed = feed("")) {
      assertThat(feed.ask("m1").state().state()).isEqualTo(AdState.UNFUNDED);
      feed.ask("m1");

      assertThat(empty.reads()).containsExactly(DocumentKey.ad("m1"), DocumentKey.ad("m1"));
      assertThat(feed.hasTopic()).isFalse();
    }
  }

  @Test
  void whileTheBrokerIsAwayAnAnswerMayBeOld() {
    try (StatesFeed feed = feed("VirtualTopic.states")) {
      assertThat(feed.ask("m1").stale()).isTrue();
      assertThat(feed.status().connected()).isFalse();
      assertThat(feed.changes()).isEmpty();
    }
  }
}
