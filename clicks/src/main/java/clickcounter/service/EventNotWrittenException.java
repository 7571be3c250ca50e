package clickcounter.service;

import java.io.IOException;

/**
 * The event does not exist: it is not in the archive, was not sent and will not be counted. The
 * service decides what follows, for example not to show the ad.
 */
public final class EventNotWrittenException extends IOException {
  EventNotWrittenException(String message, Throwable cause) {
    super(message, cause);
  }
}
