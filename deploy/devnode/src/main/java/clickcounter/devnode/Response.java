package clickcounter.devnode;

import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/**
 * The answer to a client's request.
 *
 * @param isLast whether the connection is closed after it
 */
record Response(int code, MessageLite body, boolean isLast) {

  static Response of(int code, MessageLite body) {
    return new Response(code, body, false);
  }

  /** Many answers of Riak are a code and nothing else. */
  static Response of(int code) {
    return of(code, RpbPutResp.getDefaultInstance());
  }

  /**
   * Riak, too, uses code 0 for all errors that a client can meet here. Only the message differs.
   */
  static Response error(String message) {
    RpbErrorResp body =
        RpbErrorResp.newBuilder().setErrcode(0).setErrmsg(ByteString.copyFromUtf8(message)).build();
    return of(RiakMessageCodes.MSG_ErrorResp, body);
  }

  /** The same answer, after which the connection is closed. */
  Response asLast() {
    return new Response(code, body, true);
  }
}
