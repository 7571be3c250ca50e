package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JDK's messages are a path, a reason without one, or null. */
class IoErrorsTest {
  private static final IOException FULL = new IOException("No space left on device");

  @Test
  void aPathIsNeverTheWholeMessage() {
    List<FileSystemException> all =
        List.of(
            new NoSuchFileException("/a"),
            new AccessDeniedException("/a"),
            new FileAlreadyExistsException("/a"),
            new NotDirectoryException("/a"),
            new DirectoryNotEmptyException("/a"),
            new FileSystemException("/a"),
            new FileSystemException("/a", null, "Too many levels of symbolic links"));
    assertThat(all)
        .extracting(IoErrors::message)
        .doesNotContain("/a")
        .allMatch(s -> s.contains("/a: "));
    assertThat(IoErrors.message(new UncheckedIOException(all.get(1))))
        .isEqualTo("/a: permission denied");
    assertThat(IoErrors.reason(all.get(6))).isEqualTo("Too many levels of symbolic links");
  }

  @Test
  void whatIsNoSentenceIsMadeOne() {
    assertThat(IoErrors.message(new MalformedInputException(1)))
        .isEqualTo("it is not text in UTF-8");
    assertThat(IoErrors.message(new UnknownHostException("b1")))
        .isEqualTo("the host b1 is not known");
    assertThat(IoErrors.message(new IOException())).isEqualTo("java.io.IOException");
    assertThat(IoErrors.message(new UncheckedIOException("cannot write temporary files", FULL)))
        .isEqualTo("cannot write temporary files: No space left on device");
  }

  private record Known(int a) {}

  @Test
  void aFaultInJsonIsOneLineAndAFieldThatIsNotKnownIsNamed() {
    JsonMapper json = new JsonMapper();
    assertThatThrownBy(() -> json.readValue("{\"a\":1,\"newer\":2}", Known.class))
        .extracting(e -> IoErrors.reason((IOException) e))
        .isEqualTo("this version of clicks does not know the field 'newer'");
    assertThatThrownBy(() -> json.readValue("{\"a\":x}", Known.class))
        .extracting(e -> IoErrors.reason((IOException) e), STRING)
        .startsWith("Unrecognized token 'x'")
        .doesNotContain("\n");
  }

  @Test
  void aWriteThatFailedNamesTheFileTheReasonAndWhatToDo() {
    Path file = Path.of("/a/b");
    assertThat(IoErrors.notWritten(file, FULL, "Free space there"))
        .hasMessage("/a/b cannot be written (No space left on device). Free space there");
    assertThat(IoErrors.notWritten(file, new AccessDeniedException("/a/b"), "X"))
        .hasMessage("/a/b cannot be written (permission denied). X");
    assertThat(IoErrors.notWritten(file, new NoSuchFileException("/a"), "X"))
        .hasMessage("/a/b cannot be written (/a: there is no such file or directory). X");
  }
}
