package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Security as Riak does it: a client needs TLS, then a user's password. There is one user, who may
 * do everything. Any other request, or a wrong password, is answered with an error, and the
 * connection is closed.
 *
 * @param tls with the node's own key
 * @param logIns called with the end of each log-in, which it has to run, perhaps later
 */
public record Security(SSLContext tls, String user, String password, Consumer<Runnable> logIns) {
  /** For {@link DevNodeConfig#door}. */
  public ChannelHandler door() {
    return new Door();
  }

  /** Stands before the requests until the client has logged in. */
  private final class Door extends ChannelInboundHandlerAdapter {
    private boolean closed;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message)
        throws InvalidProtocolBufferException {
      ByteBuf frame = (ByteBuf) message;
      try {
        if (!closed) {
          admit(context, frame.readByte(), ByteBufUtil.getBytes(frame));
        }
      } finally {
        frame.release();
      }
    }

    private void admit(ChannelHandlerContext context, byte code, byte[] body)
        throws InvalidProtocolBufferException {
      SslHandler encryption = context.pipeline().get(SslHandler.class);
      if (encryption == null && code == MSG_StartTls) {
        startTls(context);
      } else if (encryption == null
          || !encryption.handshakeFuture().isSuccess()
          || code != MSG_AuthReq) {
        refuse(context, "Security is enabled, please STARTTLS first");
      } else {
        RpbAuthReq request = RpbAuthReq.parseFrom(body);
        boolean admits =
            user.equals(request.getUser().toStringUtf8())
                && password.equals(request.getPassword().toStringUtf8());
        logIns.accept(() -> context.executor().execute(() -> loggedIn(context, admits)));
      }
    }

    private void loggedIn(ChannelHandlerContext context, boolean admits) {
      if (admits) {
        context.writeAndFlush(ClientConnection.frame(Response.of(MSG_AuthResp)));
        context.pipeline().remove(this);
      } else {
        refuse(context, "Authentication failed");
      }
    }

    /** The answer is the last one in plain text, and nothing sent in plain text is used after. */
    private void startTls(ChannelHandlerContext context) {
      if (context.pipeline().get(FrameCutter.class).hasMore()) {
        refuse(context, "Data was sent after STARTTLS and before the handshake");
        return;
      }
      SSLEngine engine = tls.createSSLEngine();
      engine.setUseClientMode(false);
      context.pipeline().addFirst(new SslHandler(engine, true));
      context.writeAndFlush(ClientConnection.frame(Response.of(MSG_StartTls)));
    }

    private void refuse(ChannelHandlerContext context, String why) {
      closed = true;
      context
          .writeAndFlush(ClientConnection.frame(Response.error(why)))
          .addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Holds no secret. */
  @Override
  public String toString() {
    return "Security[user=" + user + "]";
  }
}
