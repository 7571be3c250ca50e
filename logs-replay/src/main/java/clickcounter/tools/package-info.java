/**
 * The commands that read archives and documents: {@link clickcounter.tools.Tools} lists them,
 * {@link clickcounter.tools.RealBackends} is what they reach over the network. Each command stands
 * beside its engine in a package below: its options, what it prints, and what it does. {@code
 * archive} reads files, {@code documents} reads Riak, {@code common} is what the commands share.
 * None of them needs Storm.
 */
package clickcounter.tools;
