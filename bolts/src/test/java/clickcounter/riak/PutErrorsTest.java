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
  private static Throwable riak(String text) {
    return new RiakResponseException(0, text);
  }

  @Test
  void whatCanNeverBeStoredIsRefused() {
    String text = "{too_large,62914781}";
    assertThat(PutErrors.decide(riak(text))).isEqualTo(new Stored.Refused(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{pw_val_unsatisfied,2,1}",
        "{dw_val_unsatisfied,2,1}",
        "{w_val_unsatisfied,2,1,1,2}",
        "{insufficient_vnodes,1,need,2}",
        "failed",
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
    assertThat(PutErrors.decide(riak(text))).isEqualTo(new Stored.Doubt(text));
  }

  @Test
  void whatIsNotRiaksAnswerIsDoubtAndNamesItsKind() {
    assertThat(PutErrors.decide(new NoNodesAvailableException()))
        .asString()
        .contains("NoNodesAvailableException");
    assertThat(PutErrors.decide(new IOException("no_type"))).isInstanceOf(Stored.Doubt.class);
    assertThat(PutErrors.decide(new TimeoutException())).isInstanceOf(Stored.Doubt.class);
  }
}
