package clickcounter.tools.generate;

import java.nio.file.Path;

/**
 * What was made.
 *
 * @param archive the directory of the services' files
 * @param lost events that are in the archive and not in the queue's file
 * @param duplicates events that are in the queue's file twice
 */
public record GeneratedDay(
    Path archive, Path queue, Path truth, long events, int counters, long lost, long duplicates) {}
