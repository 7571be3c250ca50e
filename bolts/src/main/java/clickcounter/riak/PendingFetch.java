package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import com.basho.riak.client.core.netty.RiakResponseException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;

/** A read that waits for its answer. */
record PendingFetch(DocumentKey key, Consumer<Fetched> receiver)
    implements BiConsumer<Reply, Throwable> {
  @Override
  public void accept(Reply reply, Throwable error) {
    receiver.accept(error == null ? read(reply) : failed(error));
  }

  private Fetched read(Reply reply) {
    try {
      return fetched(reply);
    } catch (Exception e) {
      return failed(e);
    }
  }

  private Fetched failed(Throwable error) {
    return Answers.failed(key, PutErrors.describe(error));
  }

  private Fetched fetched(Reply reply) throws RiakResponseException {
    RpbGetResp found = reply.as(RiakMessageCodes.MSG_GetResp, RpbGetResp.PARSER);
    if (found.getContentCount() == 0 && !found.hasVclock()) {
      return new Fetched.Absent(StoreContext.NONE);
    }
    return Answers.fetched(
        key,
        Messages.contextOf(found.getVclock()),
        found.getContentList().stream().map(PendingFetch::shown).toList());
  }

  private static Answers.Shown shown(RpbContent content) {
    StoredValue value =
        new StoredValue(content.getContentType().toStringUtf8(), content.getValue().toByteArray());
    return new Answers.Shown(value, content.getDeleted());
  }
}
