package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.*;

import clickcounter.testing.Patience;
import com.basho.riak.client.api.commands.datatypes.FetchCounter;
import com.basho.riak.client.core.operations.PingOperation;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketTypeReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetServerInfoResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/** What the Riak Java Client never sends, over a bare socket. */
class WireTest {

  private static final ByteString CLICKS = ByteString.copyFromUtf8("clicks");
  private static final ByteString BUCKET = ByteString.copyFromUtf8("things");

  @TempDir Path data;
  private DevNode node;
  private Socket socket;
  private DataOutputStream out;
  private DataInputStream in;

  @BeforeEach
  void start() throws IOException {
    node = DevNode.start(DevNodeConfig.in(data));
    connect();
  }

  private void connect() throws IOException {
    connect(node.port());
  }

  private void connect(int port) throws IOException {
    if (socket != null) {
      socket.close();
    }
    socket = new Socket(node.host(), port);
    socket.setSoTimeout(Patience.LIMIT_MS);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    in = new DataInputStream(socket.getInputStream());
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    node.close();
  }

  @Test
  void thePingOfTheClientIsAnswered() throws Exception {
    try (Riak riak = new Riak(node.port())) {
      PingOperation ping = new PingOperation();
      riak.cluster().execute(ping);
      assertThat(ping.await(Patience.LIMIT_MS, TimeUnit.MILLISECONDS)).isTrue();
      assertThat(ping.isSuccess()).isTrue();
    }
  }

  @Test
  void anOperationItDoesNotHaveIsRefusedByName() {
    try (Riak riak = new Riak(node.port())) {
      FetchCounter counter = new FetchCounter.Builder(Riak.at("clicks", "k")).build();
      assertThatThrownBy(() -> riak.run(counter))
          .hasMessageStartingWith("Unknown message code: 80: the development node cannot do this");
    }
  }

  @Test
  void theConnectionIsUsableAfterARefusal() throws IOException {
    send(MSG_MapRedReq, new byte[0]);
    send(MSG_PingReq, new byte[0]);

    assertThat(error()).startsWith("Unknown message code: 23");
    assertThat(receive(MSG_PingResp)).isEmpty();
  }

  @Test
  void theNodeNamesItself() throws IOException {
    send(MSG_GetServerInfoReq, new byte[0]);

    RpbGetServerInfoResp info = RpbGetServerInfoResp.parseFrom(receive(MSG_GetServerInfoResp));

    assertThat(info.getNode().toStringUtf8())
        .matches("click-counter-devnode-[0-9a-f]{8}@127\\.0\\.0\\.1");
    assertThat(info.getServerVersion().toStringUtf8()).isEqualTo("3.2.1-click-counter-devnode");
  }

  @Test
  void aGarbageVclockIsAnsweredInTheWordsOfRiakAndEndsTheConnection() throws IOException {
    for (String garbage : List.of("garbage", "longer garbage than the head of any vclock is")) {
      RpbPutReq put = put("k", "v").toBuilder().setVclock(ByteString.copyFromUtf8(garbage)).build();
      send(MSG_PutReq, put.toByteArray());

      assertThat(error()).startsWith("Error processing incoming message: error:data_error:[{zlib,");
      assertThat(in.read()).isEqualTo(-1);
      connect();
    }
    send(MSG_GetReq, get("k").toByteArray());
    assertThat(RpbGetResp.parseFrom(receive(MSG_GetResp)).getContentCount()).isZero();
  }

  @Test
  void aPreflistNamesTheNodeForEachReplica() throws IOException {
    send(MSG_GetServerInfoReq, new byte[0]);
    String name =
        RpbGetServerInfoResp.parseFrom(receive(MSG_GetServerInfoResp)).getNode().toStringUtf8();
    send(MSG_GetBucketKeyPreflistReq, preflist("clicks", "k"));

    assertThat(nodesOf(receive(MSG_GetBucketKeyPreflistResp))).containsExactly(name, name, name);
    send(MSG_GetBucketKeyPreflistReq, preflist("unheard_of", "k"));
    assertThat(error()).isEqualTo("no_type");
  }

  @Test
  void nodesWithDataOfTheirOwnAreNotOneCluster(@TempDir Path others) throws IOException {
    send(MSG_GetBucketKeyPreflistReq, preflist("clicks", "k"));
    List<String> ours = nodesOf(receive(MSG_GetBucketKeyPreflistResp));
    try (DevNode other = DevNode.start(DevNodeConfig.in(others))) {
      connect(other.port());
      send(MSG_GetBucketKeyPreflistReq, preflist("clicks", "k"));
      assertThat(nodesOf(receive(MSG_GetBucketKeyPreflistResp))).doesNotContainAnyElementsOf(ours);
    }
  }

  @Test
  void nodesOfOneClusterHaveTheSameDataAndPreflistsAndNamesOfTheirOwn(@TempDir Path shared)
      throws IOException {
    List<String> names = List.of("a@host", "b@host", "c@host");
    DevNodeConfig three = DevNodeConfig.in(shared).withPorts(List.of(0, 0, 0)).withNames(names);
    try (DevNode cluster = DevNode.start(three)) {
      connect(cluster.ports().get(0));
      send(MSG_PutReq, put("k", "v").toByteArray());
      receive(MSG_PutResp);
      for (int i = 0; i < names.size(); i++) {
        connect(cluster.ports().get(i));
        send(MSG_GetServerInfoReq, new byte[0]);
        RpbGetServerInfoResp info = RpbGetServerInfoResp.parseFrom(receive(MSG_GetServerInfoResp));
        assertThat(info.getNode().toStringUtf8()).isEqualTo(names.get(i));
        send(MSG_GetBucketKeyPreflistReq, preflist("clicks", "k"));
        assertThat(nodesOf(receive(MSG_GetBucketKeyPreflistResp)))
            .containsExactlyInAnyOrderElementsOf(names);
        send(MSG_GetReq, get("k").toByteArray());
        assertThat(RpbGetResp.parseFrom(receive(MSG_GetResp)).getContentCount()).isEqualTo(1);
      }
    }
  }

  @Test
  void aNodeThatLostItsRingKnowsOnlyItselfAndNoType(@TempDir Path own) throws IOException {
    DevNodeConfig stray = DevNodeConfig.in(own).withNames(List.of("b@host")).withRingLost(true);
    try (DevNode lost = DevNode.start(stray)) {
      connect(lost.port());
      send(MSG_PutReq, put("k", "v").toByteArray());
      assertThat(error()).isEqualTo("no_type");
      send(MSG_GetBucketTypeReq, RpbGetBucketTypeReq.newBuilder().setType(CLICKS).build());
      assertThat(error()).isEqualTo("No bucket-type named 'clicks'");
      send(MSG_GetBucketKeyPreflistReq, preflist("default", "k"));
      assertThat(nodesOf(receive(MSG_GetBucketKeyPreflistResp))).containsOnly("b@host");
    }
  }

  private static RpbGetBucketKeyPreflistReq preflist(String type, String key) {
    return RpbGetBucketKeyPreflistReq.newBuilder()
        .setType(ByteString.copyFromUtf8(type))
        .setBucket(BUCKET)
        .setKey(ByteString.copyFromUtf8(key))
        .build();
  }

  private static List<String> nodesOf(byte[] answer) throws IOException {
    return RpbGetBucketKeyPreflistResp.parseFrom(answer).getPreflistList().stream()
        .map(each -> each.getNode().toStringUtf8())
        .toList();
  }

  @Test
  void theConsistentTypeSaysSo() throws IOException {
    assertThat(typeProperties("clicks_consistent").getConsistent()).isTrue();
    assertThat(typeProperties("clicks").getConsistent()).isFalse();
  }

  @Test
  void requestsSentTogetherAreAnsweredInOrder() throws IOException {
    int requests = 1_000;
    for (int i = 0; i < requests; i++) {
      write(MSG_PutReq, put("k" + i, "v" + i));
      write(MSG_GetReq, get("k" + i));
    }
    out.flush();

    for (int i = 0; i < requests; i++) {
      receive(MSG_PutResp);
      RpbGetResp found = RpbGetResp.parseFrom(receive(MSG_GetResp));
      assertThat(found.getContent(0).getValue().toStringUtf8()).isEqualTo("v" + i);
    }
  }

  @Test
  void aMalformedRequestIsAnsweredAndTheConnectionClosed() throws IOException {
    send(MSG_PutReq, new byte[] {1, 2, 3});

    assertThat(error()).startsWith("malformed request");
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void aFrameWithoutMessageCodeIsMalformed() throws IOException {
    out.writeInt(0);
    out.flush();

    assertThat(error()).contains("length 0");
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void aFrameBeyondTheLimitIsRefusedBeforeItIsRead() throws IOException {
    out.writeInt(200 << 20);
    out.flush();

    assertThat(error()).contains("malformed frame", "134217728");
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void emptyNamesAreRefusedInTheWordsOfRiak() throws IOException {
    send(MSG_GetReq, get("").toByteArray());
    assertThat(error()).isEqualTo("Key cannot be zero-length");
    send(MSG_GetReq, get("k").toBuilder().setBucket(ByteString.EMPTY).build().toByteArray());
    assertThat(error()).isEqualTo("Bucket cannot be zero-length");
    send(MSG_GetReq, get("k").toBuilder().setType(ByteString.EMPTY).build().toByteArray());
    assertThat(error()).isEqualTo("Type cannot be zero-length");
  }

  @Test
  void aContentEncodingIsKept() throws IOException {
    RpbPutReq put = put("k", "v");
    RpbContent packed =
        put.getContent().toBuilder().setContentEncoding(ByteString.copyFromUtf8("gzip")).build();
    send(MSG_PutReq, put.toBuilder().setContent(packed).build().toByteArray());
    receive(MSG_PutResp);
    send(MSG_GetReq, get("k").toByteArray());

    RpbContent kept = RpbGetResp.parseFrom(receive(MSG_GetResp)).getContent(0);
    assertThat(kept.getContentEncoding().toStringUtf8()).isEqualTo("gzip");
  }

  @Test
  void closingTheNodeTwiceDoesNoHarm() {
    node.close();
    node.close();
  }

  private RpbBucketProps typeProperties(String type) throws IOException {
    RpbGetBucketTypeReq request =
        RpbGetBucketTypeReq.newBuilder().setType(ByteString.copyFromUtf8(type)).build();
    send(MSG_GetBucketTypeReq, request.toByteArray());
    return RpbGetBucketResp.parseFrom(receive(MSG_GetBucketResp)).getProps();
  }

  private static RpbPutReq put(String key, String value) {
    return RpbPutReq.newBuilder()
        .setType(CLICKS)
        .setBucket(BUCKET)
        .setKey(ByteString.copyFromUtf8(key))
        .setContent(RpbContent.newBuilder().setValue(ByteString.copyFromUtf8(value)))
        .build();
  }

  private static RpbGetReq get(String key) {
    return RpbGetReq.newBuilder()
        .setType(CLICKS)
        .setBucket(BUCKET)
        .setKey(ByteString.copyFromUtf8(key))
        .build();
  }

  private void send(byte code, MessageLite body) throws IOException {
    send(code, body.toByteArray());
  }

  private void send(byte code, byte[] body) throws IOException {
    write(code, body);
    out.flush();
  }

  private void write(byte code, MessageLite body) throws IOException {
    write(code, body.toByteArray());
  }

  private void write(byte code, byte[] body) throws IOException {
    out.writeInt(1 + body.length);
    out.writeByte(code);
    out.write(body);
  }

  private String error() throws IOException {
    return RpbErrorResp.parseFrom(receive(MSG_ErrorResp)).getErrmsg().toStringUtf8();
  }

  private byte[] receive(int code) throws IOException {
    int length = in.readInt();
    assertThat(in.readByte()).isEqualTo((byte) code);
    return in.readNBytes(length - 1);
  }
}
