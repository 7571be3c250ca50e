package clickcounter.drill;

import clickcounter.cli.Trees;
import clickcounter.devcluster.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The disk of the services' archives is full. The services must refuse events, and each number that
 * they gave out must be in the archive.
 */
final class DiskFull implements Drill {
  private static final int SIZE_MB = 192;
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final long REFUSALS = 50;
  private static final long MOST_FULL_MS = 5_000;

  private Path disk;
  private long refused;
  private int fulls;

  @Override
  public String name() {
    return "disk-full";
  }

  @Override
  public String fault() {
    return "the disk under the services' archives is full";
  }

  @Override
  public Optional<String> whyNotHere() {
    try {
      Path probe = Files.createTempDirectory("clicks-drill");
      try {
        TinyDisk.mount(probe, 1);
        TinyDisk.unmount(probe);
      } finally {
        Files.delete(probe);
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("no small file system can be mounted: " + e.getMessage());
    }
  }

  @Override
  public Path archive(Path directory) throws IOException {
    Path place = directory.resolve("disk").toAbsolutePath();
    Files.createDirectories(place);
    TinyDisk.mount(place, SIZE_MB);
    disk = place;
    return place.resolve("archive");
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    Path ballast = disk.resolve("ballast");
    long before = bed.load().refused();
    fill(ballast);
    try {
      bed.await(REFUSALS + " refused events", () -> bed.load().refused() - before >= REFUSALS);
      bed.stay("the disk stays full", Math.min(MOST_FULL_MS, bed.timing().lastingMs()));
    } finally {
      Files.delete(ballast);
    }
    refused += bed.load().refused() - before;
    fulls++;
    long mendedNs = System.nanoTime();
    long logged = bed.load().logged();
    bed.await("events after the disk had room", () -> bed.load().logged() > logged);
    return bed.awaitProgress(mendedNs);
  }

  /** Writes until the disk is full. */
  private static void fill(Path ballast) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    try (OutputStream file = Files.newOutputStream(ballast)) {
      for (long written = 0; written < 2L * SIZE_MB << 20; written += BLOCK_BYTES) {
        file.write(block);
      }
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("No space left")) {
        return;
      }
      throw e;
    }
    throw new Unproven("the disk of " + SIZE_MB + " MB is not full after twice as many");
  }

  @Override
  public String proof(TestBed bed) {
    return "%d times full, %,d calls refused; all %,d accepted events are in the archive, no number left out"
        .formatted(fulls, refused, bed.load().logged());
  }

  /** Copies the archive to the disk below: later audits of this cluster need it at its path. */
  @Override
  public void close() throws IOException {
    if (disk == null) {
      return;
    }
    Path place = disk;
    disk = null;
    Path kept = place.resolveSibling("disk-kept");
    Programs.copyTree(place, kept);
    TinyDisk.unmount(place);
    Programs.copyTree(kept, place);
    Trees.delete(kept);
  }
}
