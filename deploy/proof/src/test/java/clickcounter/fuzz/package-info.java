/**
 * Seeded fuzzing of everything that reads what may be damaged.
 *
 * <p>{@code Fuzzer} asks each {@code FuzzTarget} for a {@code FuzzCase} per seed: {@code Mutator}
 * damages a sound input, the target reads it and says what was promised. A target is one kind of
 * input: {@code LinesTarget} event lines, {@code MessagesTarget} messages, {@code DocumentsTarget}
 * documents, {@code WireTarget} tuples, {@code ArchivesTarget} archive files. A new format gets a
 * target of its own, and a line in {@code Fuzzer.targets}.
 */
package clickcounter.fuzz;
