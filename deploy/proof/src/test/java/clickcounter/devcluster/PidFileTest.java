package clickcounter.devcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
  @TempDir private Path data;

  private Process startMarked(String name, Path cluster) throws Exception {
    Program waiting =
        new Program(
            name,
            List.of(),
            List.of("-Xmx16m", "-XX:+UseSerialGC"),
            System.getProperty("java.class.path"),
            WaitForever.class.getName(),
            List.of());
    Process process = new ProcessBuilder(waiting.commandLine(cluster)).start();
    assertThat(process.getInputStream().read()).as("it runs").isEqualTo('r');
    return process;
  }

  @Test
  void aProcessWithOurMarksIsFoundAndEnded() throws Exception {
    Directories directories = new Directories(data);
    Process ours = startMarked("nimbus", directories.root());
    new PidFile("nimbus", directories).write(ours.pid());

    assertThat(new PidFile("nimbus", directories).process()).contains(ours.toHandle());
    assertThat(new Processes(directories).stop("nimbus")).isTrue();
    assertThat(ours.isAlive()).isFalse();
  }

  @Test
  void aProcessIsFoundWhileItExecutesTheCommandsBeforeItsProgram() throws Exception {
    Directories directories = new Directories(data);
    Program waiting =
        new Program(
            "nimbus",
            // As long a way to its program as can be had: each exec has its moment.
            Collections.nCopies(200, "/usr/bin/env"),
            List.of("-Xmx16m", "-XX:+UseSerialGC"),
            System.getProperty("java.class.path"),
            WaitForever.class.getName(),
            List.of());
    Process process = new ProcessBuilder(waiting.commandLine(directories.root())).start();
    try {
      PidFile file = new PidFile("nimbus", directories);
      file.write(process.pid());
      while (process.getInputStream().available() == 0) {
        assertThat(file.process()).isPresent();
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProcessOfAnotherClusterIsNeitherFoundNorEnded() throws Exception {
    Directories directories = new Directories(data);
    Process others = startMarked("nimbus", Path.of("/elsewhere"));
    try {
      new PidFile("nimbus", directories).write(others.pid());

      assertThat(new Processes(directories).stop("nimbus")).isFalse();
      assertThat(others.isAlive()).isTrue();
    } finally {
      others.destroyForcibly().waitFor();
    }
  }

  @Test
  void aPidThatAnotherProgramHasNowIsNotOurs() throws Exception {
    Directories directories = new Directories(data);
    new PidFile("broker", directories).write(ProcessHandle.current().pid());

    assertThat(new PidFile("broker", directories).process()).isEmpty();
  }

  @Test
  void onlyAYoungProcessIsCheckedSeveralTimes() {
    ProcessHandle self = ProcessHandle.current();
    Instant start = self.info().startInstant().orElseThrow();

    assertThat(PidFile.isYoung(self, start.plusSeconds(1))).isTrue();
    assertThat(PidFile.isYoung(self, start.plusSeconds(60))).isFalse();
  }
}
