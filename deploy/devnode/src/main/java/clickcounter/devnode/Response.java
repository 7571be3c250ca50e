package clickcounter.devnode;

import java.time.Duration;
import java.util.Iterator;
import java.util.function.Supplier;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/** What goes back to the client. */
sealed interface Response {

  /** The usual case. */
  record One(int code, MessageLite body) implements Response {}

  /** What is no message of Riak's. */
  record Text(int code, byte[] text) implements Response {}

  /** Several messages under the same code. */
  record Many(int code, Iterator<MessageLite> bodies) implements Response {}

  /** The connection ends with it. */
  record Last(One error) implements Response {}

  /** Known after a wait only; requests behind it on the connection wait too. */
  record Later(Duration pause, Supplier<Response> work) implements Response {}

  /** None ever. */
  record Silence() implements Response {}

  static One of(int code, MessageLite body) {
    return new One(code, body);
  }

  /** Riak too says code 0 for all that a client can meet here; only the message tells. */
  static One error(String message) {
    RpbErrorResp body =
        RpbErrorResp.newBuilder().setErrcode(0).setErrmsg(ByteString.copyFromUtf8(message)).build();
    return new One(RiakMessageCodes.MSG_ErrorResp, body);
  }

  /** Runs what makes an answer; a refusal or a failure is one too. */
  static Response to(Supplier<Response> work) {
    return DecodedRequest.of(work).run();
  }
}
