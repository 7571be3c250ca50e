package clickcounter.topology;

import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.WireCodec;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Function;

/** A Kryo serializer of a tuple's payload: the length, then the bytes of {@link WireCodec}. */
public class WireSerializers<T> extends Serializer<T> {
  private final Function<T, byte[]> toBytes;
  private final Function<byte[], T> reader;

  private WireSerializers(Function<T, byte[]> toBytes, Function<byte[], T> reader) {
    this.toBytes = toBytes;
    this.reader = reader;
  }

  @Override
  public final void write(Kryo kryo, Output output, T payload) {
    byte[] bytes = toBytes.apply(payload);
    output.writeInt(bytes.length, true);
    output.writeBytes(bytes);
  }

  @Override
  public final T read(Kryo kryo, Input input, Class<? extends T> type) {
    return reader.apply(input.readBytes(input.readInt(true)));
  }

  public static final class OfEventBatch extends WireSerializers<EventBatch> {
    public OfEventBatch() {
      super(WireCodec::toBytes, WireCodec::readEventBatch);
    }
  }

  public static final class OfMarks extends WireSerializers<MarksBatch> {
    public OfMarks() {
      super(WireCodec::toBytes, WireCodec::readMarks);
    }
  }

  public static final class OfCounterEvent extends WireSerializers<CounterEvent> {
    public OfCounterEvent() {
      super(WireCodec::toBytes, WireCodec::readCounterEvent);
    }
  }

  public static final class OfRejectedBatch extends WireSerializers<RejectedBatch> {
    public OfRejectedBatch() {
      super(WireCodec::toBytes, WireCodec::readRejectedBatch);
    }
  }
}
