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
 * Stands before a connection's requests until the client has asked for TLS and logged in, then
 * takes itself away. Whoever asks for something else, or with a wrong password, is told so and cut
 * off.
 */
final class SecurityGate extends ChannelInboundHandlerAdapter {
  private static final MessageLite EMPTY = RpbPutResp.getDefaultInstance();

  private final Security security;
  private boolean encrypted;

  SecurityGate(Security security) {
    this.security = security;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      byte code = frame.isReadable() ? frame.readByte() : 0;
      if (!encrypted && code == MSG_StartTls) {
        startTls(context);
      } else if (encrypted && code == MSG_AuthReq) {
        logIn(context, RpbAuthReq.parseFrom(ByteBufUtil.getBytes(frame)));
      } else if (encrypted) {
        refuse(context, "Not logged in: expected RpbAuthReq, found message code " + code);
      } else {
        refuse(context, "Security is enabled, please STARTTLS first");
      }
    } catch (InvalidProtocolBufferException e) {
      refuse(context, "malformed request: " + e.getMessage());
    } finally {
      frame.release();
    }
  }

  /** The answer is the last that goes in plain text. */
  private void startTls(ChannelHandlerContext context) {
    encrypted = true;
    SSLEngine engine = security.tls().createSSLEngine();
    engine.setUseClientMode(false);
    context.pipeline().addFirst(new SslHandler(engine, true));
    write(context, Answer.of(MSG_StartTls, EMPTY));
  }

  private void logIn(ChannelHandlerContext context, RpbAuthReq request) {
    if (security.admits(request.getUser().toStringUtf8(), request.getPassword().toStringUtf8())) {
      write(context, Answer.of(MSG_AuthResp, EMPTY));
      context.pipeline().remove(this);
    } else {
      refuse(context, "Authentication failed");
    }
  }

  private static void refuse(ChannelHandlerContext context, String why) {
    Answer.One error = Answer.error(why);
    context
        .writeAndFlush(Connection.frame(error.code(), error.body()))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private static void write(ChannelHandlerContext context, Answer.One answer) {
    context.writeAndFlush(Connection.frame(answer.code(), answer.body()));
  }
}
