package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Samples;
import org.junit.jupiter.api.Test;
import shaded.com.google.protobuf.ByteString;

/** What the development node of version 1.0.0 left in its data directory, of one key. */
class ObjectsOf100Test {
  private static final StoredSiblings SIBLINGS =
      StoredSiblings.ABSENT
          .with(3, new Sibling(7, 1_383_146_743_512_000L, false, ByteString.copyFromUtf8("{}")))
          .with(0, new Sibling(9, 1_383_146_743_513_000L, true, ByteString.EMPTY));

  @Test
  void siblingsOf100AreReadAsTheyWere() {
    byte[] sample = Samples.OF_1_0_0.bytes("devnode/siblings.bin", SIBLINGS.encode());
    assertThat(StoredSiblings.decode(sample)).isEqualTo(SIBLINGS);
    assertThat(SIBLINGS.encode()).isEqualTo(sample);
  }

  @Test
  void anotherFormatIsRefused() {
    byte[] future = SIBLINGS.encode();
    future[0]++;
    assertThatThrownBy(() -> StoredSiblings.decode(future))
        .hasMessageContaining("format 4, expected 3: the data directory is of another version");
  }
}
