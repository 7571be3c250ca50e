package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.Visitor;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VisitorHashTest {
  private static final VisitorHash HASH = hash("a secret of 16 b");

  private static VisitorHash hash(String key) {
    return new VisitorHash(key.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aHashIsTheBeginningOfTheKeyedOne() {
    // printf %s 203.0.113.7 | openssl dgst -sha256 -hmac 'a secret of 16 b'
    assertThat(HASH.of("203.0.113.7", null)).isEqualTo(new Visitor("feafc56a5ab9169b", null));
  }

  @Test
  void aVisitorIsTheSameOnlyUnderTheSameKey() {
    Visitor visitor = HASH.of("203.0.113.7", "Mozilla/5.0");
    assertThat(hash("a secret of 16 b").of("203.0.113.7", "Mozilla/5.0")).isEqualTo(visitor);
    assertThat(hash("b secret of 16 b").of("203.0.113.7", null).id()).isNotEqualTo(visitor.id());
    assertThat(HASH.of("203.0.113.8", null).id()).isNotEqualTo(visitor.id());
    assertThat(visitor.agent()).matches("[0-9a-f]{16}").isNotEqualTo(visitor.id());
  }

  @Test
  void whatIsNotKnownHasNoHash() {
    assertThat(HASH.of(null, "")).isEqualTo(Visitor.UNKNOWN);
  }

  @Test
  void aShortKeyIsRefused() {
    assertThatThrownBy(() -> hash("secret"))
        .hasMessage("the key of visitors' hashes: expected 16 random bytes or more, got 6");
  }
}
