/**
 * The commands that read archives and documents: one class for each, with its options. What they do
 * is in the packages below: {@code archive} reads files, {@code documents} reads Riak, {@code
 * audit} compares the two, {@code send} replays, {@code generate} makes days of events. None of
 * them needs Storm.
 */
package clickcounter.tools;
