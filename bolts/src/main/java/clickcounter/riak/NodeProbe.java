package clickcounter.riak;

import clickcounter.store.DocumentKey;
import com.basho.riak.client.core.netty.RiakResponseException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.google.protobuf.Parser;

/**
 * Asks a node over a new connection how it sees its cluster: bucket type and ring. A node that
 * starts answers with properties before it serves documents and says where their replicas are, so
 * only a missing permission excuses it from an answer.
 */
final class NodeProbe {
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
    ask(
        messages.properties(DocumentKey.ADS),
        RiakMessageCodes.MSG_GetBucketResp,
        RpbGetBucketResp.PARSER,
        answer -> {
          properties = answer.getProps();
          askForNextPreflist();
        },
        forbidden -> {
          refusal = forbidden;
          askForNextPreflist();
        });
  }

  private void askForNextPreflist() {
    if (!keys.hasNext()) {
      receiver.saw(NodeView.of(properties, preflists), refusal);
      return;
    }
    ask(
        messages.preflist(keys.next()),
        RiakMessageCodes.MSG_GetBucketKeyPreflistResp,
        RpbGetBucketKeyPreflistResp.PARSER,
        answer -> {
          preflists.add(answer);
          askForNextPreflist();
        },
        forbidden -> receiver.saw(NodeView.of(properties, List.of()), forbidden));
  }

  /**
   * @param forbidden gets the error message if the user lacks the permission to ask
   */
  private <T> void ask(
      byte[] request, int code, Parser<T> parser, Consumer<T> seen, Consumer<String> forbidden) {
    connection.send(
        request,
        (reply, error) -> {
          if (error != null) {
            receiver.failed(error);
            return;
          }
          try {
            seen.accept(reply.as(code, parser));
          } catch (RiakResponseException e) {
            String text = PutErrors.describe(e);
            if (text.contains("ermission")) {
              forbidden.accept(text);
            } else if (saysUnknownType(text)) {
              receiver.saw(NodeView.ofUnknownType(), "");
            } else {
              receiver.failed(e);
            }
          } catch (RuntimeException e) {
            receiver.failed(e);
          }
        });
  }

  static boolean saysUnknownType(String text) {
    return text.contains("no_type")
        || text.toLowerCase(Locale.ROOT).contains("no bucket-type")
        || text.contains("Invalid bucket type");
  }
}
