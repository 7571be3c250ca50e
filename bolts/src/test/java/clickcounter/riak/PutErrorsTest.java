package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.Stored;
import com.basho.riak.client.core.NoNodesAvailableException;
import com.basho.riak.client.core.netty.RiakResponseException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PutErrorsTest {
  private final PutErrors ordinary = new PutErrors(BucketKind.ORDINARY);
  private final PutErrors consistent = new PutErrors(BucketKind.CONSISTENT);

  private static Throwable riak(String text) {
    return new RiakResponseException(0, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed", "match_found", "modified", "notfound"})
  void aConditionThatDidNotHoldIsAConflict(String text) {
    assertThat(consistent.decide(riak(text))).isEqualTo(new Stored.Conflict(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed", "match_found", "modified", "notfound"})
  void withoutConditionsTheSameTextIsDoubt(String text) {
    assertThat(ordinary.decide(riak(text))).isEqualTo(new Stored.Doubt(text));
  }

  @Test
  void whatCanNeverBeStoredIsRefused() {
    String text = "{too_large,62914781}";
    assertThat(ordinary.decide(riak(text))).isEqualTo(new Stored.Refused(text));
    assertThat(consistent.decide(riak(text))).isEqualTo(new Stored.Refused(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{pw_val_unsatisfied,2,1}",
        "{dw_val_unsatisfied,2,1}",
        "{w_val_unsatisfied,2,1,1,2}",
        "{insufficient_vnodes,1,need,2}",
        "timeout",
        "overload",
        "unavailable",
        "all_nodes_down",
        "no_type",
        "{n_val_violation,3}",
        "Unknown message code: 11",
        "{too_many_siblings,101}",
        "no_type_of_answer_we_know",
        "a text of a later version",
        ""
      })
  void whatMayHaveBeenStoredIsDoubt(String text) {
    assertThat(ordinary.decide(riak(text))).isEqualTo(new Stored.Doubt(text));
    assertThat(consistent.decide(riak(text))).isEqualTo(new Stored.Doubt(text));
  }

  @Test
  void whatIsNotRiaksAnswerIsDoubtAndNamesItsKind() {
    assertThat(consistent.decide(new NoNodesAvailableException()))
        .asString()
        .contains("NoNodesAvailableException");
    assertThat(consistent.decide(new IOException("failed"))).isInstanceOf(Stored.Doubt.class);
    assertThat(ordinary.decide(new IOException("no_type"))).isInstanceOf(Stored.Doubt.class);
    assertThat(ordinary.decide(new TimeoutException())).isInstanceOf(Stored.Doubt.class);
  }
}
