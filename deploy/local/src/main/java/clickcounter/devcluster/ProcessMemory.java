package clickcounter.devcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The memory of a process, as Linux reports it. */
public final class ProcessMemory {
  /** What is returned for a process that has ended, and where the system does not report it. */
  public static final long UNKNOWN = -1;

  /** Its line is {@code VmRSS: NUMBER kB}. */
  private static final String RESIDENT = "VmRSS:";

  private ProcessMemory() {}

  /** Resident memory now, in MB; {@link #UNKNOWN} if it is not known. */
  public static long residentMb(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException | UncheckedIOException e) {
      return UNKNOWN;
    }
  }
}
