package clickcounter.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.audit.Audit;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAuditTest {
  @TempDir private Path data;

  @Test
  void anAuditSaysWhatIsMissingAndFailsWithoutAStore() throws Exception {
    Path archive =
        Files.writeString(
            data.resolve("a.ndjson"),
            """
            {"eventId":"hostA-20131030_152543:0","type":"impression","adId":"m1","timestamp":1383146743512}
            """);
    ClusterAudit audit;
    try (DevNode node = DevNode.start(DevNodeConfig.in(data.resolve("riak")).withPort(0))) {
      audit =
          new ClusterAudit(
              RiakSettings.defaults("clicks").withNodes(List.of("127.0.0.1:" + node.port())),
              Audit.Patience.NONE);

      assertThat(audit.untilStable(List.of(archive)))
          .isEqualTo(new AuditResult(AuditVerdict.MISSING, 1, 0, 0));
      assertThatThrownBy(() -> audit.untilStable(List.of(data.resolve("nowhere"))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nowhere");
    }
    assertThatThrownBy(() -> audit.untilStable(List.of(archive))).isInstanceOf(IOException.class);
  }

  /** The rule of {@code clicks documents audit}: name all archives. */
  @Test
  void anAuditHasNoVerdictIfACounterIsInNoArchive() throws Exception {
    Path archive =
        Files.writeString(
            data.resolve("a.ndjson"),
            """
            {"eventId":"hostA-20131030_152543:0","type":"impression","adId":"m1","timestamp":1383146743512}
            """);
    String counterId = "hostB-20131030_152543";
    String document =
        """
        {"counterId":"%s","next":1,"closed":false,"lastEventAt":1383146743633,"gaps":[],"unconfirmed":"",
         "write":{"id":"3k9f0x2m1q7z","number":1,"basedOn":[]}}
        """
            .formatted(counterId);
    try (DevNode node = DevNode.start(DevNodeConfig.in(data.resolve("riak")).withPort(0))) {
      RiakSettings riak =
          RiakSettings.defaults("clicks").withNodes(List.of("127.0.0.1:" + node.port()));
      put(
          riak,
          DocumentKey.counter(counterId),
          CounterDocumentCodec.CONTENT_TYPE,
          document.getBytes(StandardCharsets.UTF_8));
      put(
          riak,
          new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(counterId)),
          DirectoryDocument.CONTENT_TYPE,
          new DirectoryDocument(new TreeSet<>(List.of(counterId))).toBytes());

      assertThatThrownBy(
              () -> new ClusterAudit(riak, Audit.Patience.NONE).untilStable(List.of(archive)))
          .isInstanceOf(NoAuditVerdict.class)
          .hasMessageContainingAll("no verdict", counterId, "name all archives");
    }
  }

  private static void put(RiakSettings riak, DocumentKey key, String type, byte[] bytes) {
    try (RiakStore store = new RiakStore(riak)) {
      Stored stored =
          Waits.REAL.await(
              answer -> store.put(key, new StoredValue(type, bytes), StoreContext.NONE, answer));
      assertThat(stored).isInstanceOf(Stored.Single.class);
    }
  }
}
