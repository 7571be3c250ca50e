package clickcounter.riak;

import shaded.com.google.protobuf.MessageLite;

/** A request to Riak: a message code and its body. */
record Request(int code, byte[] body) {
  static Request of(int code, MessageLite message) {
    return new Request(code, message.toByteArray());
  }
}
