package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FenceTest {
  private static final String EXAMPLE =
      "{\"fence\":\"3k9f0x2m.f\",\"number\":1850262528000000,\"startedAt\":1764000000000,\"by\":\"ops1 4711\"}";
  private static final String MARK =
      "{\"run\":\"3k9f0x2m\",\"startedAt\":1764000000000,\"by\":\"ops1 4711\",\"finishedAt\":1764000480000}";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theExamplesAreReadAndWrittenAgain() throws UnreadableDocument {
    Fence fence = Fence.read(Fence.CONTENT_TYPE, bytes(EXAMPLE));
    assertThat(new String(fence.toBytes(), StandardCharsets.UTF_8)).isEqualTo(EXAMPLE);
    RecountMark mark = RecountMark.read(RecountMark.CONTENT_TYPE, bytes(MARK));
    assertThat(new String(mark.toBytes(), StandardCharsets.UTF_8)).isEqualTo(MARK);
    assertThat(mark.isFinished()).isTrue();
  }

  @Test
  void itsNumberIsAboveAllThatCanBeReadAndAllThatCannot() {
    Fence fence = Fence.inPlaceOf(List.of(7L, 4_000L), "f", 3, "ops");
    assertThat(fence.number()).isEqualTo(4_001);
    assertThat(Fence.inPlaceOf(List.of(7L), "f", 1_764_000_000_000L, "ops").number())
        .isEqualTo(1_764_000_000_000_000L);
  }

  @Test
  void onlyTheHighestFenceMayBeReplaced() {
    Fence first = Fence.inPlaceOf(List.of(), "f1", 1, "ops");
    Fence second = Fence.inPlaceOf(List.of(), "f2", 2, "ops");
    assertThat(second.mayBeReplaced(List.of(first, second), List.of(5L))).isTrue();
    assertThat(first.mayBeReplaced(List.of(first, second), List.of())).isFalse();
    assertThat(first.mayBeReplaced(List.of(), List.of())).isFalse();
    assertThat(first.mayBeReplaced(List.of(first), List.of(1_001L))).isFalse();
  }

  @Test
  void itCarriesWhatItHasReplaced() throws UnreadableDocument {
    Fence fence =
        Fence.inPlaceOf(List.of(), "f", 1, "ops")
            .replacing(List.of(Fence.Replaced.of("text/plain", new byte[] {-1, 0, 34})));
    Fence read = Fence.read(Fence.CONTENT_TYPE, fence.toBytes());
    assertThat(read).isEqualTo(fence);
    assertThat(read.replaced().get(0).bytes()).containsExactly(-1, 0, 34);
  }

  @Test
  void damagedFencesAreRefused() {
    for (String damaged :
        List.of(
            "{}",
            EXAMPLE.replace("1850262528000000", "0"),
            EXAMPLE + "x",
            EXAMPLE.replace("}", ",\"replaced\":[{\"type\":\"a\"}]}"),
            EXAMPLE.replace("}", ",\"replaced\":[{\"type\":\"a\",\"bytes\":\"?\"}]}"))) {
      assertThatThrownBy(() -> Fence.read(Fence.CONTENT_TYPE, bytes(damaged)))
          .isInstanceOf(UnreadableDocument.class);
    }
    assertThatThrownBy(() -> Fence.read("text/plain", bytes(EXAMPLE)))
        .isInstanceOf(UnreadableDocument.class);
  }
}
