/**
 * Follows files that services append to, and sends their lines to the queue at least once. {@link
 * clickcounter.tools.ship.Shipper} is the loop.
 */
package clickcounter.tools.ship;
