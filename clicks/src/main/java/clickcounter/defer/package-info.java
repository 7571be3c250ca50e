/**
 * Decides when a changed document is written. {@link clickcounter.defer.WriteScheduler} is the main
 * class; {@link clickcounter.defer.WriteLimits} are its bounds. A document that was written
 * recently waits, a full one is written early, and the rate of puts is limited.
 *
 * <p>Knows nothing of counting, documents or stores: it schedules whatever its caller passes in.
 */
package clickcounter.defer;
