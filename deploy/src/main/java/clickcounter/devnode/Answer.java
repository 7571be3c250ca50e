package clickcounter.devnode;

import java.util.Iterator;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/** What goes back to the client: one message, or several under the same code. */
sealed interface Answer {

  record One(int code, MessageLite body) implements Answer {}

  record Many(int code, Iterator<MessageLite> bodies) implements Answer {}

  static One of(int code, MessageLite body) {
    return new One(code, body);
  }

  /** Riak too says code 0 for all that a client can meet here; only the message tells. */
  static One error(String message) {
    RpbErrorResp body =
        RpbErrorResp.newBuilder().setErrcode(0).setErrmsg(ByteString.copyFromUtf8(message)).build();
    return new One(RiakMessageCodes.MSG_ErrorResp, body);
  }
}
