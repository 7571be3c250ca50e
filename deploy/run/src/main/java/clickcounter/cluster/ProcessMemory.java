package clickcounter.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The memory of a process, as Linux reports it. */
public final class ProcessMemory {
  /** What is returned for a process that has ended, and where the system does not report it. */
  public static final long UNKNOWN = -1;

  private ProcessMemory() {}

  /** Resident memory now, in MB; {@link #UNKNOWN} if it is not known. */
  public static long residentMb(long pid) {
    return mb("VmRSS:", pid);
  }

  /** The most resident memory so far, in MB; {@link #UNKNOWN} if it is not known. */
  public static long peakMb(long pid) {
    return mb("VmHWM:", pid);
  }

  /** Lines are {@code NAME: NUMBER kB}. */
  private static long mb(String name, long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException | UncheckedIOException e) {
      return UNKNOWN;
    }
  }
}
