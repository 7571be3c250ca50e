package clickcounter.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.testing.Damage;
import clickcounter.testing.RandomEvents;
import clickcounter.testing.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CorruptPayloadTest {
  private static final List<Function<byte[], Object>> READERS =
      List.of(
          WireCodec::readEventBatch,
          WireCodec::readMarks,
          WireCodec::readCounterEvent,
          WireCodec::readRejectedBatch);

  @Test
  void damagedBytesAreRefusedOrAreAnotherPayload() {
    Seeded.runs(
        5_000,
        random -> {
          byte[] damaged = Damage.bytes(payload(random), random);
          READERS.forEach(reader -> assertRefusedOrSound(reader, damaged));
        });
  }

  @Test
  void noiseIsRefusedOrIsAPayload() {
    Seeded.runs(
        1_000,
        random -> {
          byte[] noise = new byte[random.nextInt(64)];
          random.nextBytes(noise);
          if (noise.length > 0) {
            noise[0] = (byte) (1 + random.nextInt(5));
          }
          READERS.forEach(reader -> assertRefusedOrSound(reader, noise));
        });
  }

  @Test
  void aCutPayloadIsRefused() {
    Seeded.runs(
        100,
        random -> {
          byte[] whole = payload(random);
          // Short payloads at every byte, long ones at some bytes.
          int step = 1 + whole.length / 100;
          for (int length = 0; length < whole.length; length += step) {
            byte[] cut = Arrays.copyOf(whole, length);
            READERS.forEach(reader -> assertRefused(reader, cut));
          }
        });
  }

  @Test
  void whatFollowsThePayloadIsRefused() {
    Seeded.runs(
        100,
        random -> {
          byte[] whole = payload(random);
          byte[] longer = Arrays.copyOf(whole, whole.length + 1);
          READERS.forEach(reader -> assertRefused(reader, longer));
        });
  }

  @Test
  void aPayloadOfAnotherKindIsRefused() {
    CounterEvent close = new Close("hostA-1", 1, 2);
    assertThatThrownBy(() -> WireCodec.readMarks(WireCodec.toBytes(close)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("marks at byte 1 of 12: tag: expected 2, found 3");
  }

  @Test
  void aHugeCountIsRefusedBeforeAnythingIsAllocated() {
    int[] huge = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F};
    for (int tag : new int[] {1, 5}) {
      assertThatThrownBy(() -> READERS.get(tag == 1 ? 0 : 3).apply(bytes(tag, huge)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("9223372036854775807 of at least");
    }
  }

  @Test
  void aHugeTextIsRefusedBeforeAnythingIsAllocated() {
    assertFault("counter: a text of 1073741823 bytes", bytes(3, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0x07));
    assertFault(
        "counter: a text of", bytes(3, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F));
  }

  @Test
  void aNumberHasOneForm() {
    assertFault("surplus bits", bytes(3, 0x80, 0));
    assertFault("surplus bits", bytes(0x83, 0));
    assertFault(
        "at most 63 bits", bytes(3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1));
    assertFault("surplus bits", bytes(3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2));
    assertFault(
        "at most 10 bytes",
        bytes(3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0));
  }

  @Test
  void aTextThatWasNotGivenIsRefused() {
    assertFault("counter: text number 1, expected at most 0", bytes(3, 1, 0, 0));
  }

  @Test
  void whatNoRecordCanHoldIsRefused() {
    assertFault("counter id: expected 1 to 100 characters, found 0", bytes(3, 0, 0, 0, 0));
    assertFault("found ':'", bytes(3, 0, 2, ':', 0, 0));
  }

  private static void assertRefusedOrSound(Function<byte[], Object> reader, byte[] bytes) {
    Object payload;
    try {
      payload = reader.apply(bytes);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).hasSizeGreaterThan(10);
      return;
    }
    assertThat(toBytes(payload)).as("%s", payload).hasSizeLessThanOrEqualTo(bytes.length);
    assertThat(reader.apply(toBytes(payload))).isEqualTo(payload);
  }

  private static void assertRefused(Function<byte[], Object> reader, byte[] bytes) {
    Object payload;
    try {
      payload = reader.apply(bytes);
    } catch (IllegalArgumentException e) {
      return;
    }
    throw new AssertionError("expected a refusal, got " + payload);
  }

  private static void assertFault(String detail, byte[] counterEvent) {
    assertThatThrownBy(() -> WireCodec.readCounterEvent(counterEvent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(detail);
  }

  private static byte[] payload(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> WireCodec.toBytes(WireCodecTest.batch(random));
      case 1 -> WireCodec.toBytes(WireCodecTest.marks(random));
      case 2 -> WireCodec.toBytes(WireCodecTest.rejectedBatch(random));
      default -> WireCodec.toBytes(new RandomEvents(random).counterEvent());
    };
  }

  private static byte[] toBytes(Object payload) {
    if (payload instanceof EventBatch batch) {
      return WireCodec.toBytes(batch);
    } else if (payload instanceof MarksBatch marks) {
      return WireCodec.toBytes(marks);
    } else if (payload instanceof RejectedBatch batch) {
      return WireCodec.toBytes(batch);
    }
    return WireCodec.toBytes((CounterEvent) payload);
  }

  private static byte[] bytes(int first, int... rest) {
    byte[] bytes = new byte[1 + rest.length];
    bytes[0] = (byte) first;
    for (int i = 0; i < rest.length; i++) {
      bytes[i + 1] = (byte) rest[i];
    }
    return bytes;
  }
}
