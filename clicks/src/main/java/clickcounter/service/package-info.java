/**
 * The event log of a service: {@link clickcounter.service.EventLog} numbers events, writes them to
 * an archive on disk and sends them to a queue through a {@link clickcounter.service.Transport}.
 * The decisions are plain classes, {@link clickcounter.service.Journal} and {@link
 * clickcounter.service.Sending}; {@code EventLog} and {@code Sender} add the lock and the thread.
 *
 * <p>May not know JMS (a transport does), nor how events are counted.
 */
package clickcounter.service;
