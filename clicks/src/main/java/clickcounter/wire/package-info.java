/**
 * What travels between the spout and the bolts: the streams ({@link clickcounter.wire.Streams}),
 * the payloads of their tuples, and the codec that turns payloads into bytes ({@link
 * clickcounter.wire.WireCodec}).
 *
 * <p>May not know Storm: {@code topology} registers the codec with it.
 */
package clickcounter.wire;
