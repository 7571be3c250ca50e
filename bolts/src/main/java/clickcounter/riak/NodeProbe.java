package clickcounter.riak;

import clickcounter.store.DocumentKey;
import com.basho.riak.client.core.netty.RiakResponseException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;

/**
 * Asks a node over a new connection how it sees its cluster: bucket type and ring. A node that
 * starts answers with properties before it serves documents and says where their replicas are, so
 * only a missing permission excuses it from an answer.
 */
final class NodeProbe {
  /** Receives one of the two results. */
  interface Receiver {
    /**
     * @param refusal the node's error message for what it did not answer; empty if it answered all
     */
    void saw(NodeView view, String refusal);

    void failed(Throwable why);
  }

  private final Connection connection;
  private final Messages messages;
  private final Receiver receiver;
  private final Iterator<DocumentKey> keys = NodeView.SAMPLE.iterator();
  private final List<RpbGetBucketKeyPreflistResp> preflists = new ArrayList<>();
  private RpbBucketProps properties;
  private String refusal = "";

  NodeProbe(Connection connection, Messages messages, Receiver receiver) {
    this.connection = connection;
    this.messages = messages;
    this.receiver = receiver;
  }

  void begin() {
    connection.send(messages.properties(DocumentKey.ADS), this::sawProperties);
  }

  private void sawProperties(Reply reply, Throwable error) {
    if (error != null) {
      receiver.failed(error);
      return;
    }
    try {
      properties = reply.as(RiakMessageCodes.MSG_GetBucketResp, RpbGetBucketResp.PARSER).getProps();
      askForNextPreflist();
    } catch (RiakResponseException e) {
      String text = PutErrors.describe(e);
      if (saysUnknownType(text)) {
        receiver.saw(NodeView.ofUnknownType(), "");
      } else if (saysForbidden(text)) {
        refusal = text;
        askForNextPreflist();
      } else {
        receiver.failed(e);
      }
    } catch (RuntimeException e) {
      receiver.failed(e);
    }
  }

  static boolean saysUnknownType(String text) {
    return text.contains("no_type")
        || text.toLowerCase(Locale.ROOT).contains("no bucket-type")
        || text.contains("Invalid bucket type");
  }

  private static boolean saysForbidden(String text) {
    return text.contains("ermission");
  }

  private void askForNextPreflist() {
    if (keys.hasNext()) {
      connection.send(messages.preflist(keys.next()), this::sawPreflist);
    } else {
      receiver.saw(NodeView.of(properties, preflists), refusal);
    }
  }

  private void sawPreflist(Reply reply, Throwable error) {
    if (error != null) {
      receiver.failed(error);
      return;
    }
    try {
      preflists.add(
          reply.as(
              RiakMessageCodes.MSG_GetBucketKeyPreflistResp, RpbGetBucketKeyPreflistResp.PARSER));
      askForNextPreflist();
    } catch (RiakResponseException e) {
      String text = PutErrors.describe(e);
      if (saysForbidden(text)) {
        receiver.saw(NodeView.of(properties, List.of()), text);
      } else {
        receiver.failed(e);
      }
    } catch (RuntimeException e) {
      receiver.failed(e);
    }
  }
}
