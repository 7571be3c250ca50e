package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.jms.BrokerSettings;
import clickcounter.storm.StoreFactory;
import clickcounter.tools.MapStore;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a submission asks Riak and the broker first. */
class ServicesCheckTest {
  private final List<String> connected = new ArrayList<>();

  private static TopologySettings settings(StoreFactory store) {
    return TopologySettings.of(
            TopologySettingsTable.defaults().with("broker.url", "tcp://broker:61616"))
        .with(change -> change.store(store));
  }

  private void check(StoreFactory store) throws IOException {
    new ServicesCheck(broker -> connected.add(broker.url())).check(settings(store));
  }

  @Test
  void itOpensTheStoreOfTheWorkersAndConnectsToTheirBroker() {
    assertThatCode(() -> check(MapStore::new)).doesNotThrowAnyException();

    assertThat(connected).containsExactly("tcp://broker:61616");
  }

  @Test
  void aStoreThatNoWorkerCouldOpenIsSaidWithItsReason() {
    StoreFactory refused =
        () -> {
          throw new IllegalStateException("riak.bucketType=clicks: allow_mult is false");
        };

    assertThatThrownBy(() -> check(refused))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(
            "nothing was changed", "no worker could start", "allow_mult", "--unchecked");
    assertThat(connected).isEmpty();
  }

  @Test
  void aBrokerThatRefusesIsSaidWithItsReason() {
    ServicesCheck.Broker refusing =
        (BrokerSettings settings) -> {
          throw new IOException("User name [clicks] or password is invalid");
        };

    assertThatThrownBy(() -> new ServicesCheck(refusing).check(settings(MapStore::new)))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("no worker could start", "password is invalid", "--unchecked");
  }
}
