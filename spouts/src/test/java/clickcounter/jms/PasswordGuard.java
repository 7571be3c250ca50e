package clickcounter.jms;

import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ConnectionInfo;

/**
 * Lets one user into a broker. It refuses as ActiveMQ's SimpleAuthenticationBroker does, which
 * would need one more jar.
 */
public final class PasswordGuard extends BrokerFilter {
  private final String user;
  private final String password;

  public PasswordGuard(Broker next, String user, String password) {
    super(next);
    this.user = user;
    this.password = password;
  }

  @Override
  public void addConnection(ConnectionContext context, ConnectionInfo info) throws Exception {
    if (!user.equals(info.getUserName()) || !password.equals(info.getPassword())) {
      throw new SecurityException("User name [" + info.getUserName() + "] or password is invalid.");
    }
    super.addConnection(context, info);
  }
}
