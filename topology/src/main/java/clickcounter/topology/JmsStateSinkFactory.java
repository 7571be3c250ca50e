package clickcounter.topology;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateSink;
import clickcounter.states.StateSink;
import clickcounter.storm.StateSinkFactory;
import java.io.IOException;

/**
 * Sends states to a topic of the broker that events come from.
 *
 * @param topic without the characters that ActiveMQ reads as patterns, options or lists
 */
record JmsStateSinkFactory(BrokerSettings broker, String topic) implements StateSinkFactory {
  JmsStateSinkFactory {
    BrokerSettings.requireName("setting states.topic", topic);
  }

  @Override
  public StateSink open() {
    try {
      return JmsStateSink.open(broker, topic);
    } catch (IOException e) {
      throw new IllegalStateException(
          "the states of ads cannot be sent to topic "
              + topic
              + " (setting states.topic): "
              + e.getMessage(),
          e);
    }
  }
}
