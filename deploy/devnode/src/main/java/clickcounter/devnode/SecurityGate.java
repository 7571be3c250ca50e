package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.google.protobuf.InvalidProtocolBufferException;
import shaded.com.google.protobuf.MessageLite;

/**
 * Handles a connection until the client has started TLS and logged in, then removes itself. Any
 * other request, or a wrong password, is answered with an error, and the connection is closed.
 *
 * <p>Nothing sent in plain text is used after that. Bytes that follow the request for TLS before
 * the handshake close the connection.
 */
final class SecurityGate extends ChannelInboundHandlerAdapter {
  private static final MessageLite EMPTY = RpbPutResp.getDefaultInstance();

  private enum State {
    PLAIN,
    SHAKING_HANDS,
    ENCRYPTED,
    REFUSED
  }

  private final Security security;
  private State state = State.PLAIN;

  SecurityGate(Security security) {
    this.security = security;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      judge(context, frame);
    } catch (InvalidProtocolBufferException e) {
      refuse(context, "malformed request: " + e.getMessage());
    } finally {
      frame.release();
    }
  }

  private void judge(ChannelHandlerContext context, ByteBuf frame)
      throws InvalidProtocolBufferException {
    byte code = frame.isReadable() ? frame.readByte() : 0;
    switch (state) {
      case PLAIN -> {
        if (code != MSG_StartTls) {
          refuse(context, "Security is enabled, please STARTTLS first");
        } else if (context.pipeline().get(FrameCutter.class).hasMore()) {
          refuse(context, "Data was sent after STARTTLS and before the handshake");
        } else {
          startTls(context);
        }
      }
      case SHAKING_HANDS -> refuse(context, "A request came before the end of the handshake");
      case ENCRYPTED -> {
        if (code == MSG_AuthReq) {
          logIn(context, RpbAuthReq.parseFrom(ByteBufUtil.getBytes(frame)));
        } else {
          refuse(context, "Not logged in: expected RpbAuthReq, found message code " + code);
        }
      }
      case REFUSED -> {
        // The connection is being closed.
      }
    }
  }

  /** This answer is the last one in plain text. */
  private void startTls(ChannelHandlerContext context) {
    state = State.SHAKING_HANDS;
    SSLEngine engine = security.tls().createSSLEngine();
    engine.setUseClientMode(false);
    SslHandler tls = new SslHandler(engine, true);
    tls.handshakeFuture()
        .addListener(
            done -> {
              if (done.isSuccess() && state == State.SHAKING_HANDS) {
                state = State.ENCRYPTED;
              }
            });
    context.pipeline().addFirst(tls);
    write(context, Response.of(MSG_StartTls, EMPTY));
  }

  private void logIn(ChannelHandlerContext context, RpbAuthReq request) {
    if (security.admits(request.getUser().toStringUtf8(), request.getPassword().toStringUtf8())) {
      write(context, Response.of(MSG_AuthResp, EMPTY));
      context.pipeline().remove(this);
      context.pipeline().replace(FrameCutter.class, null, new FrameCutter(FrameCutter.MAX_BYTES));
    } else {
      refuse(context, "Authentication failed");
    }
  }

  private void refuse(ChannelHandlerContext context, String why) {
    state = State.REFUSED;
    context
        .writeAndFlush(ClientConnection.frame(Response.error(why)))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private static void write(ChannelHandlerContext context, Response answer) {
    context.writeAndFlush(ClientConnection.frame(answer));
  }
}
