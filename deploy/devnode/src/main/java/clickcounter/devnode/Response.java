package clickcounter.devnode;

import java.time.Duration;
import java.util.Iterator;
import java.util.function.Supplier;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/** The answer to a client's request. */
sealed interface Response {

  /** The usual case. */
  record One(int code, MessageLite body) implements Response {}

  /** Text that is not a message of Riak's protocol. */
  record Text(int code, byte[] text) implements Response {}

  /** Several messages under the same code. */
  record Many(int code, Iterator<MessageLite> bodies) implements Response {}

  /** An error after which the connection is closed. */
  record Last(One error) implements Response {}

  /** An answer after a delay. Requests behind it on the connection wait, too. */
  record Later(Duration pause, Supplier<Response> work) implements Response {}

  /** No answer. */
  record Silence() implements Response {}

  static One of(int code, MessageLite body) {
    return new One(code, body);
  }

  /**
   * Riak, too, uses code 0 for all errors that a client can meet here. Only the message differs.
   */
  static One error(String message) {
    RpbErrorResp body =
        RpbErrorResp.newBuilder().setErrcode(0).setErrmsg(ByteString.copyFromUtf8(message)).build();
    return new One(RiakMessageCodes.MSG_ErrorResp, body);
  }

  /** Runs the work. A refusal or a failure becomes an error answer. */
  static Response to(Supplier<Response> work) {
    return DecodedRequest.of(work).run();
  }
}
