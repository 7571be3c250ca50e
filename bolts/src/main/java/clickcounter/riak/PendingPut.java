package clickcounter.riak;

import clickcounter.store.Stored;
import com.basho.riak.client.core.netty.RiakResponseException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;

/** A put that waits for its answer. */
record PendingPut(String putId, Consumer<Stored> receiver) implements BiConsumer<Reply, Throwable> {
  @Override
  public void accept(Reply reply, Throwable error) {
    receiver.accept(error == null ? read(reply) : PutErrors.decide(error));
  }

  private Stored read(Reply reply) {
    try {
      return stored(reply);
    } catch (Exception e) {
      return PutErrors.decide(e);
    }
  }

  private Stored stored(Reply reply) throws RiakResponseException {
    RpbPutResp shown = reply.as(RiakMessageCodes.MSG_PutResp, RpbPutResp.PARSER);
    return Answers.stored(
        Messages.contextOf(shown.getVclock()),
        shown.getContentList().stream().map(PendingPut::headOf).toList(),
        putId);
  }

  private static Answers.Head headOf(RpbContent content) {
    String putId =
        content.getUsermetaList().stream()
            .filter(each -> each.getKey().equals(Messages.PUT_ID))
            .map(each -> each.getValue().toStringUtf8())
            .findFirst()
            .orElse(null);
    return new Answers.Head(putId, content.getDeleted());
  }
}
