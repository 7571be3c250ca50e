/**
 * Receiving from and sending to ActiveMQ. Main classes: {@link clickcounter.jms.Subscription},
 * which receives, reconnects and sends acknowledgements to the broker, and {@link
 * clickcounter.jms.JmsTransport}, which services and tools send with, and {@link
 * clickcounter.jms.JmsStateFeed}, which brings ad servers the states of ads. {@link
 * clickcounter.jms.Connections} makes every connection.
 *
 * <p>A subscription has a thread of its own ({@code jms-subscription-QUEUE}), because a JMS session
 * belongs to one thread. Knows nothing of Storm: the tools use it, too.
 */
package clickcounter.jms;
