package clickcounter.riak;

import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.CodedInputStream;
import shaded.com.google.protobuf.WireFormat;

/**
 * A put that waits for its answer. Reads from Riak's reply what {@link Answers} needs to decide,
 * and skips the rest.
 *
 * @param putId of this put
 * @param errors decides when there is no reply, or one that cannot be read
 */
record PendingPut(String putId, PutErrors errors, Consumer<Stored> receiver)
    implements BiConsumer<Reply, Throwable> {
  private static final int CONTENT = tag(RpbPutResp.CONTENT_FIELD_NUMBER);
  private static final int VCLOCK = tag(RpbPutResp.VCLOCK_FIELD_NUMBER);
  private static final int VALUE = tag(RpbContent.VALUE_FIELD_NUMBER);
  private static final int USERMETA = tag(RpbContent.USERMETA_FIELD_NUMBER);
  private static final int DELETED =
      RpbContent.DELETED_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int PAIR_KEY = tag(RpbPair.KEY_FIELD_NUMBER);
  private static final int PAIR_VALUE = tag(RpbPair.VALUE_FIELD_NUMBER);

  private static int tag(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  @Override
  public void accept(Reply reply, Throwable error) {
    receiver.accept(error == null ? read(reply) : errors.decide(error));
  }

  private Stored read(Reply reply) {
    try {
      reply.requireCode(RiakMessageCodes.MSG_PutResp);
      return read(CodedInputStream.newInstance(reply.body()));
    } catch (Exception e) {
      return errors.decide(e);
    }
  }

  private Stored read(CodedInputStream in) throws IOException {
    StoreContext clock = StoreContext.NONE;
    List<Answers.Head> siblings = new ArrayList<>(1);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == CONTENT) {
        int outer = in.pushLimit(in.readRawVarint32());
        siblings.add(head(in));
        in.popLimit(outer);
      } else if (tag == VCLOCK) {
        clock = new StoreContext(in.readByteArray());
      } else {
        in.skipField(tag);
      }
    }
    return Answers.stored(clock, siblings, putId);
  }

  private static Answers.Head head(CodedInputStream in) throws IOException {
    String putId = null;
    boolean deleted = false;
    boolean hasValue = false;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == USERMETA) {
        int outer = in.pushLimit(in.readRawVarint32());
        String found = putIdOf(in);
        putId = putId == null ? found : putId;
        in.popLimit(outer);
      } else if (tag == DELETED) {
        deleted = in.readBool();
      } else {
        hasValue |= tag == VALUE;
        in.skipField(tag);
      }
    }
    if (!hasValue) {
      throw new IOException("a sibling without a value, expected one that may be empty");
    }
    return new Answers.Head(putId, deleted);
  }

  /** Null if the pair is about something else. */
  private static String putIdOf(CodedInputStream in) throws IOException {
    String name = "";
    String value = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == PAIR_KEY) {
        name = in.readString();
      } else if (tag == PAIR_VALUE) {
        value = in.readString();
      } else {
        in.skipField(tag);
      }
    }
    return name.equals(PutFrames.PUT_ID) ? value : null;
  }
}
