package clickcounter.local;

import clickcounter.devcluster.Ports;
import clickcounter.devnode.TlsKeys;
import clickcounter.jms.PasswordGuard;
import java.nio.file.Path;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.SslContext;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.store.SharedFileLocker;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * A broker that speaks TLS and lets in one user. Several with one directory are a master and its
 * slaves: one has the messages, the others wait for it to end.
 */
final class SecuredBroker implements AutoCloseable {
  static final String USER = "counter";

  private static final long LOOK_FOR_LOCK_MS = 100;

  private final BrokerService service;
  private final int port;

  private SecuredBroker(BrokerService service, int port) {
    this.service = service;
    this.port = port;
  }

  /** Begins to start; a slave has started when the master has ended. */
  static SecuredBroker start(String name, Path directory, TlsKeys keys, String password)
      throws Exception {
    int port = Ports.oneFree(); // A slave's port is named before it listens.
    BrokerService service = new BrokerService();
    service.setBrokerName(name);
    service.setUseJmx(false);
    service.setAdvisorySupport(false);
    service.setUseShutdownHook(false);
    service.setStartAsync(true);
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(directory.toFile());
    SharedFileLocker locker = new SharedFileLocker();
    locker.setLockAcquireSleepInterval(LOOK_FOR_LOCK_MS);
    store.setLocker(locker);
    service.setPersistenceAdapter(store);
    service.setSslContext(new SslContext(keys.keyManagers(), null, null));
    service.setPlugins(new BrokerPlugin[] {next -> new PasswordGuard(next, USER, password)});
    service.addConnector("ssl://127.0.0.1:" + port);
    service.start();
    return new SecuredBroker(service, port);
  }

  String url() {
    return "ssl://127.0.0.1:" + port;
  }

  boolean isMaster() {
    return service.isStarted() && !service.isSlave();
  }

  long messages(String queue) throws Exception {
    return service
        .getDestination(new ActiveMQQueue(queue))
        .getDestinationStatistics()
        .getMessages()
        .getCount();
  }

  @Override
  public void close() throws Exception {
    service.stop();
    service.waitUntilStopped();
  }
}
