package clickcounter.tools.archive;

import java.nio.file.Path;

/**
 * Whole lines of one file.
 *
 * @param bytes the lines, each with its newline, up to {@code length}; only the last line of a file
 *     may lack it
 * @param firstLine the first line's number, 1 for the file's first
 * @param lines how many there are
 * @param endsUnfinished the last line lacks its newline
 */
record Chunk(
    Path file, byte[] bytes, int length, long firstLine, long lines, boolean endsUnfinished) {}
