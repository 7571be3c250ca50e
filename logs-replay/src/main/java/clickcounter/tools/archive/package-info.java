/**
 * Reads archived event files: finds them ({@link clickcounter.tools.archive.ArchiveFiles}), reads
 * them ({@link clickcounter.tools.archive.ArchiveScan}), and tells what could not be read ({@link
 * clickcounter.tools.archive.Troubles}).
 */
package clickcounter.tools.archive;
