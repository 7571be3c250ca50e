package clickcounter.tools.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Samples;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.Prefix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A position file as {@code archive ship} of version 1.0.0 left it. */
class PositionsOf100Test {
  private static final String TARGET = "queue clicks at tcp://b1:61616";
  private static final String ARCHIVED =
      "archive/hostA/hostA-20131030_152543-mjwgbk-20131030_15.ndjson";

  @TempDir private Path directory;
  private final List<String> log = new ArrayList<>();

  private static FileState state(
      String name, String key, Prefix read, String ending, String detail) {
    return new FileState(
        "/var/log/clicks/archive/hostA/" + name,
        key,
        1_015,
        1_383_150_000_000L,
        read,
        ending,
        detail);
  }

  private static List<FileState> states() {
    Prefix read = new Prefix(795, 3_414_893_411_331_379_143L, -3_750_763_034_362_895_579L, -7L);
    return List.of(
        state("a.ndjson", "(dev=fd00,ino=41)", read, "whole", ""),
        state("b.ndjson", "(dev=fd00,ino=42)", read, "half-line", "the file ends in the middle"),
        state("靴.ndjson.gz", "(dev=fd00,ino=43)", read, "cut-off", "it breaks off"),
        state("d.ndjson", "", Prefix.EMPTY, "open", ""));
  }

  private Positions open(Path file) throws IOException {
    return new Positions(file, TARGET, false, () -> 0, log::add);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("positions.json"), text);
  }

  @Test
  void positionsOf100AreReadAsTheyWere() throws IOException {
    Path written = directory.resolve("today.json");
    try (Positions today = open(written)) {
      states().forEach(today::put);
      today.confirm();
    }
    String sample = Samples.OF_1_0_0.text("ship/positions.json", Files.readString(written));

    try (Positions positions = open(file(sample))) {
      for (FileState state : states()) {
        assertThat(positions.confirmed(state.key())).isEqualTo(state);
      }
    }
    assertThat(Files.readString(written)).isEqualTo(sample);
    assertThat(log).isEmpty();
  }

  /** Otherwise every file would look replaced, and be read and sent from its beginning. */
  @Test
  void whatWasReadOfAFileIsRecognizedByTheHashOf100() throws IOException {
    byte[] bytes = Samples.OF_1_0_0.bytes(ARCHIVED);
    Prefix read = Prefix.EMPTY.plus(bytes, 0, bytes.length);
    assertThat(read)
        .isEqualTo(
            new Prefix(
                767,
                7_171_237_890_899_951_298L,
                -3_750_763_034_362_895_579L,
                -3_750_763_034_362_895_579L));
    byte[] large = new byte[200_000];
    assertThat(Prefix.EMPTY.plus(large, 0, large.length))
        .isEqualTo(
            new Prefix(
                200_000,
                2_422_852_806_631_853_093L,
                -4_086_093_309_246_037_211L,
                1_875_015_539_443_508_005L));
  }

  @ParameterizedTest
  @CsvSource({
    "format.json, 'expected the format ''clicks-ship 6'''",
    "field.json, 'does not know the field ''newer'''",
    "file-field.json, 'does not know the field ''newer'''"
  })
  void positionsFromTheFutureAreRefused(String name, String why) throws IOException {
    String future = Samples.NEWER.text("ship/" + name);
    Path file = file(future);
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(
            "position file " + file + " is damaged or of another version: ",
            why,
            "Nothing was sent. Delete it: every file is then sent again");
    assertThat(file).hasContent(future);
  }
}
