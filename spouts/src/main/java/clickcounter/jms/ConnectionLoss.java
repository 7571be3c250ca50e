package clickcounter.jms;

import jakarta.jms.JMSException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a connection is lost. Set by the client's threads, read by the one that receives. */
final class ConnectionLoss {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLoss.class);

  private volatile JMSException cause;

  void set(JMSException e) {
    LOG.debug("connection lost", e);
    cause = e;
  }

  /**
   * @throws JMSException when the connection is lost
   */
  void check() throws JMSException {
    if (cause != null) {
      throw cause;
    }
  }
}
