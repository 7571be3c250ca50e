package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
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
        StoredSiblings.ABSENT
            .with(Clock.NONE, value(1))
            .with(Clock.NONE, value(2))
            .with(Clock.NONE, value(3));

    assertThat(dots(versions.with(Clock.of(0, 2), value(4)))).containsExactly(3L, 4L);
    assertThat(dots(versions.with(Clock.of(0, 3), value(4)))).containsExactly(4L);
    assertThat(dots(versions.with(Clock.NONE, value(4)))).containsExactly(1L, 2L, 3L, 4L);
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
      versions = versions.with(context == 0 ? Clock.NONE : Clock.of(0, context), value(dot));
      model.removeIf(seen -> seen <= context);
      model.add(dot);
      assertThat(dots(versions)).as("seed %d", seed).isEqualTo(model);
    }
  }

  /** Of a replica in the model: what it has, and all writes that it has ever heard of. */
  private record Known(Set<Long> values, Set<Long> heard) {}

  /**
   * Replicas write in turn, with what somebody once read from any of them, hear of each other and
   * lose everything. The model says it in sets.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyHistoryOfReplicasKeepsExactlyTheWritesThatNobodyHadSeen(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int replicas = 3;
    long[] actors = {0, 1, 2};
    StoredSiblings[] versions = new StoredSiblings[replicas];
    Known[] model = new Known[replicas];
    Arrays.fill(versions, StoredSiblings.ABSENT);
    Arrays.fill(model, new Known(Set.of(), Set.of()));
    StoredSiblings read = StoredSiblings.ABSENT;
    Known readModel = model[0];
    for (long dot = 1; dot <= 3_000; dot++) {
      int at = random.nextInt(replicas);
      int from = random.nextInt(replicas);
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> {
          versions[at] = versions[at].with(read.clock(), value(actors[at], dot));
          model[at] = written(model[at], readModel.heard(), dot);
        }
        case 3, 4 -> {
          read = versions[at];
          readModel = model[at];
        }
        case 5 -> {
          if (random.nextInt(20) == 0) {
            versions[at] = StoredSiblings.ABSENT;
            model[at] = new Known(Set.of(), Set.of());
            actors[at] = -dot;
          }
        }
        default -> {
          versions[at] = versions[at].merge(versions[from]);
          model[at] = merged(model[at], model[from]);
        }
      }
      assertThat(dots(versions[at])).as("seed %d, dot %d", seed, dot).isEqualTo(model[at].values());
    }
  }

  private static Known written(Known before, Set<Long> seen, long dot) {
    Set<Long> values = new TreeSet<>(before.values());
    values.removeAll(seen);
    values.add(dot);
    Set<Long> heard = new TreeSet<>(before.heard());
    heard.addAll(seen);
    heard.add(dot);
    return new Known(values, heard);
  }

  private static Known merged(Known one, Known other) {
    Set<Long> values = new TreeSet<>();
    one.values().stream()
        .filter(each -> other.values().contains(each) || !other.heard().contains(each))
        .forEach(values::add);
    other.values().stream()
        .filter(each -> one.values().contains(each) || !one.heard().contains(each))
        .forEach(values::add);
    Set<Long> heard = new TreeSet<>(one.heard());
    heard.addAll(other.heard());
    return new Known(values, heard);
  }

  private static Sibling value(long actor, long dot) {
    return new Sibling(actor, dot, dot, false, ByteString.copyFromUtf8("value " + dot));
  }

  @Test
  void storedBytesGiveTheSameVersions() {
    StoredSiblings versions =
        StoredSiblings.ABSENT
            .with(Clock.of(-5, 3), value(7))
            .with(Clock.NONE, new Sibling(0, 9, 123_456_789L, true, ByteString.EMPTY));

    assertThat(StoredSiblings.decode(versions.encode())).isEqualTo(versions);
    assertThat(versions.encode()).hasSize(versions.encodedSize());
  }

  @Test
  void anUnknownFormatIsRefused() {
    byte[] stored = StoredSiblings.ABSENT.with(Clock.NONE, value(1)).encode();
    stored[0] = 9;

    assertThatThrownBy(() -> StoredSiblings.decode(stored))
        .hasMessageContaining("format 9")
        .hasMessageContaining("use a new one");
  }

  @Test
  void theNewestIsTheOneModifiedLast() {
    Sibling late = new Sibling(0, 1, 20, false, ByteString.EMPTY);
    Sibling early = new Sibling(0, 2, 10, false, ByteString.EMPTY);
    StoredSiblings versions = StoredSiblings.ABSENT.with(Clock.NONE, late).with(Clock.NONE, early);

    assertThat(versions.newestOnly().siblings()).containsExactly(late);
    assertThat(versions.newestOnly().clock().newestDot()).isEqualTo(2);
  }

  @Test
  void onlyAKeyWithoutLiveValueIsDeleted() {
    Sibling tombstone = new Sibling(0, 2, 10, true, ByteString.EMPTY);

    assertThat(StoredSiblings.ABSENT.with(Clock.NONE, tombstone).isDeletedSince(10)).isTrue();
    assertThat(StoredSiblings.ABSENT.with(Clock.NONE, tombstone).isDeletedSince(9)).isFalse();
    assertThat(
            StoredSiblings.ABSENT
                .with(Clock.NONE, tombstone)
                .with(Clock.NONE, value(3))
                .isDeletedSince(10))
        .isFalse();
    assertThat(StoredSiblings.ABSENT.isDeletedSince(10)).isFalse();
  }

  private static Sibling value(long dot) {
    return value(0, dot);
  }

  private static Set<Long> dots(StoredSiblings versions) {
    return versions.siblings().stream()
        .map(Sibling::dot)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
