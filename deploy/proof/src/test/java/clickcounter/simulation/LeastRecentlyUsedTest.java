package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeastRecentlyUsedTest {
  private final LeastRecentlyUsed<String> documents = new LeastRecentlyUsed<>(10, String::length);

  @Test
  void givesBackWhatItKeepsOnce() {
    documents.keep("a", "1234");
    assertThat(documents.take("a")).isEqualTo("1234");
    assertThat(documents.take("a")).isNull();
  }

  @Test
  void letsGoOfWhatWasKeptFirst() {
    documents.keep("a", "1234");
    documents.keep("b", "1234");
    documents.keep("a", documents.take("a"));
    documents.keep("c", "1234");
    assertThat(documents.take("b")).isNull();
    assertThat(documents.take("a")).isEqualTo("1234");
    assertThat(documents.take("c")).isEqualTo("1234");
  }

  @Test
  void doesNotKeepWhatIsTooLarge() {
    documents.keep("a", "12345678901");
    assertThat(documents.take("a")).isNull();
  }
}
