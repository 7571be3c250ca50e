package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.com.google.protobuf.ByteString;

class StoredSiblingsTest {

  @Test
  void aWriteReplacesExactlyWhatItsContextCovers() {
    StoredSiblings versions =
        StoredSiblings.ABSENT.with(0, value(1)).with(0, value(2)).with(0, value(3));

    assertThat(dots(versions.with(2, value(4)))).containsExactly(3L, 4L);
    assertThat(dots(versions.with(3, value(4)))).containsExactly(4L);
    assertThat(dots(versions.with(0, value(4)))).containsExactly(1L, 2L, 3L, 4L);
  }

  /** The model keeps, for each value, the set of writes whose author had seen them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyHistoryKeepsExactlyTheWritesThatNobodyHadSeen(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StoredSiblings versions = StoredSiblings.ABSENT;
    Set<Long> model = new TreeSet<>();
    for (long dot = 1; dot <= 1_000; dot++) {
      long context = random.nextLong(dot);
      versions = versions.with(context, value(dot));
      model.removeIf(seen -> seen <= context);
      model.add(dot);
      assertThat(dots(versions)).as("seed %d", seed).isEqualTo(model);
    }
  }

  @Test
  void storedBytesGiveTheSameVersions() {
    StoredSiblings versions =
        StoredSiblings.ABSENT
            .with(3, value(7))
            .with(0, new Sibling(9, 123_456_789L, true, ByteString.EMPTY));

    assertThat(StoredSiblings.decode(versions.encode())).isEqualTo(versions);
    assertThat(versions.encode()).hasSize(versions.encodedSize());
  }

  @Test
  void anUnknownFormatIsRefused() {
    byte[] stored = StoredSiblings.ABSENT.with(0, value(1)).encode();
    stored[0] = 9;

    assertThatThrownBy(() -> StoredSiblings.decode(stored))
        .hasMessageContaining("format 9")
        .hasMessageContaining("use a new one");
  }

  @Test
  void onlyAKeyWithoutLiveValueIsDeleted() {
    Sibling tombstone = new Sibling(2, 10, true, ByteString.EMPTY);

    assertThat(StoredSiblings.ABSENT.with(0, tombstone).isDeletedSince(10)).isTrue();
    assertThat(StoredSiblings.ABSENT.with(0, tombstone).isDeletedSince(9)).isFalse();
    assertThat(StoredSiblings.ABSENT.with(0, tombstone).with(0, value(3)).isDeletedSince(10))
        .isFalse();
    assertThat(StoredSiblings.ABSENT.isDeletedSince(10)).isFalse();
  }

  private static Sibling value(long dot) {
    return new Sibling(dot, dot, false, ByteString.copyFromUtf8("value " + dot));
  }

  private static Set<Long> dots(StoredSiblings versions) {
    return versions.siblings().stream()
        .map(Sibling::dot)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
