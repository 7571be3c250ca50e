package clickcounter.jms;

import clickcounter.secret.SecretSource;
import clickcounter.settings.Settings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.activemq.util.URISupport;

/**
 * How to reach the broker. Serialised with the topology, so it holds no secret and refuses one in
 * the URL.
 *
 * @param url {@code tcp://}, {@code nio://}, {@code ssl://} or {@code nio+ssl://host:port}, or
 *     {@code failover:(…,…)} of several of them: brokers that share one queue (a network, or a
 *     primary and its standbys). Independent brokers need a spout each.
 * @param userName null: none
 * @param password null: none; needs a user name
 * @param trustStore null: the JVM's own ({@code javax.net.ssl.trustStore}); for {@code ssl://}
 * @param trustStorePassword null: none
 */
@RecordBuilder
public record BrokerSettings(
    String url,
    String queue,
    String userName,
    SecretSource password,
    String trustStore,
    SecretSource trustStorePassword)
    implements Serializable, BrokerSettingsBuilder.With {
  public static final String DEFAULT_URL = "tcp://127.0.0.1:61616";

  private static final Set<String> SCHEMES = Set.of("tcp", "nio", "ssl", "nio+ssl");
  private static final Pattern SECRET_IN_URL = Pattern.compile("(?i)[?&;(,][\\w.]*password=");

  public BrokerSettings {
    requireUrl(url);
    requireName("queue", queue);
    if (password != null && userName == null) {
      throw new IllegalArgumentException("a password (" + password + ") without a user name");
    }
    if (trustStorePassword != null && trustStore == null) {
      throw new IllegalArgumentException("a trust store's password without a trust store");
    }
  }

  /** The default queues at this broker, without credentials. */
  public static BrokerSettings at(String url) {
    return BrokerSettingsTable.read(
        Settings.defaults(BrokerSettingsTable.ROWS).with(BrokerSettingsTable.URL.key(), url));
  }

  /** The queue of the lines of the queue that cannot be counted. */
  public String rejectedQueue() {
    return queue + ".rejected";
  }

  /**
   * Requires the name of a queue or topic.
   *
   * @param what it is for, for the message
   */
  public static void requireName(String what, String name) {
    // ActiveMQ reads a comma as several queues, '?' as options, '*' and '>' as patterns.
    if (name == null || !name.matches("[\\w.:/-]+")) {
      throw new IllegalArgumentException(
          what + ": expected letters, digits and any of _.:/-, got '" + name + "'");
    }
  }

  private static void requireUrl(String url) {
    if (url == null) {
      throw new IllegalArgumentException("broker url: expected one such as " + DEFAULT_URL);
    }
    if (SECRET_IN_URL.matcher(url).find()) {
      throw new IllegalArgumentException(
          "broker url: has a password in it (url not shown): name an environment variable or a file"
              + " in the password setting");
    }
    try {
      URI uri = new URI(url);
      if ("failover".equals(uri.getScheme())) {
        URI[] brokers = URISupport.parseComposite(uri).getComponents();
        if (brokers.length == 0) {
          throw new IllegalArgumentException("broker url: no broker in '" + url + "'");
        }
        for (URI broker : brokers) {
          requireBroker(broker);
        }
      } else {
        requireBroker(uri);
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "broker url: expected one such as " + DEFAULT_URL + ": " + e.getMessage(), e);
    }
  }

  private static void requireBroker(URI uri) {
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "broker url: has credentials before host %s (not shown): use the userName and password settings"
              .formatted(uri.getHost()));
    }
    if (uri.getScheme() == null
        || !SCHEMES.contains(uri.getScheme())
        || uri.getHost() == null
        || uri.getPort() < 1) {
      throw new IllegalArgumentException(
          "broker url: expected tcp, nio, ssl or nio+ssl://host:port, or failover:(…) of them, got '%s'"
              .formatted(uri));
    }
  }
}
