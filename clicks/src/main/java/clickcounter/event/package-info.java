/**
 * What a service reports: impressions, clicks, budgets, the close of a counter, and the write-offs
 * of operators. {@link clickcounter.event.EventParser} reads their lines, {@link
 * clickcounter.event.EventWriter} writes them, {@link clickcounter.event.EventLimits} bounds them.
 *
 * <p>May not know how events are carried, counted or stored.
 */
package clickcounter.event;
