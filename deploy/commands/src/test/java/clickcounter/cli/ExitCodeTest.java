package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
  @Test
  void theReferenceHasTheList() throws IOException {
    String reference = Files.readString(Path.of("..", "..", "topology", "REFERENCE.md"));
    StringBuilder list = new StringBuilder();
    ExitCode.table().forEach((code, meaning) -> list.append("* %d: %s\n".formatted(code, meaning)));
    assertThat(reference).contains(list);
  }

  @Test
  void everyCodeHasALine() throws IllegalAccessException {
    Set<Integer> codes = new TreeSet<>();
    for (Field field : ExitCode.class.getFields()) {
      assertThat(codes.add(field.getInt(null))).as(field.getName()).isTrue();
    }
    assertThat(ExitCode.table().keySet()).isEqualTo(codes);
  }
}
