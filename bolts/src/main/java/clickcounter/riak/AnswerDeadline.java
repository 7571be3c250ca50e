package clickcounter.riak;

import com.basho.riak.client.core.FutureOperation;
import com.basho.riak.client.core.RiakMessage;
import com.basho.riak.client.core.netty.RiakSecurityDecoder;
import com.basho.riak.client.core.util.Constants;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection on which an answer is overdue.
 *
 * <p>The client has no time-out of its own: an operation that is never answered keeps its
 * connection for good, and once all {@code maxConnections} are kept, every later operation waits
 * for ever. The same is true of its health check and its log-in.
 */
final class AnswerDeadline extends ChannelOutboundHandlerAdapter {
  private final long timeoutMs;

  AnswerDeadline(long timeoutMs) {
    this.timeoutMs = timeoutMs;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof FutureOperation<?, ?, ?> operation) {
      closeUnlessAnswered(context, operation);
    } else if (message instanceof RiakMessage) {
      later(context, () -> closeIfHandshaking(context));
    }
    context.write(message, promise);
  }

  private <V, S> void closeUnlessAnswered(
      ChannelHandlerContext context, FutureOperation<V, ?, S> operation) {
    Future<?> deadline = later(context, context::close);
    operation.addListener(answered -> deadline.cancel(false));
  }

  private Future<?> later(ChannelHandlerContext context, Runnable task) {
    return context.executor().schedule(task, timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** Health check and log-in each put a decoder into the pipeline, which leaves when it is done. */
  private static void closeIfHandshaking(ChannelHandlerContext context) {
    boolean unfinished =
        context.pipeline().get(Constants.HEALTHCHECK_CODEC) != null
            || context.pipeline().get(RiakSecurityDecoder.class) != null;
    if (unfinished) {
      context.close();
    }
  }
}
