package clickcounter.riak;

import com.basho.riak.client.core.netty.RiakResponseException;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.InvalidProtocolBufferException;
import shaded.com.google.protobuf.Parser;

/** A reply of Riak: a message code and its body. */
record Reply(int code, byte[] body) {
  boolean isError() {
    return code == RiakMessageCodes.MSG_ErrorResp;
  }

  /** Riak's error message; empty if this is no error. */
  String errorText() {
    try {
      return isError() ? parsed(RpbErrorResp.PARSER).getErrmsg().toStringUtf8() : "";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /**
   * The body of a reply of the expected code.
   *
   * @throws RiakResponseException when Riak answered with an error
   * @throws IllegalArgumentException when the reply cannot be understood
   */
  <T> T as(int expectedCode, Parser<T> parser) throws RiakResponseException {
    requireCode(expectedCode);
    return parsed(parser);
  }

  void requireCode(int expected) throws RiakResponseException {
    if (isError()) {
      RpbErrorResp error = parsed(RpbErrorResp.PARSER);
      throw new RiakResponseException(error.getErrcode(), error.getErrmsg().toStringUtf8());
    }
    if (code != expected) {
      throw new IllegalArgumentException("message code " + code + ", expected " + expected);
    }
  }

  private <T> T parsed(Parser<T> parser) {
    try {
      return parser.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a reply of code " + code + " that cannot be parsed", e);
    }
  }
}
