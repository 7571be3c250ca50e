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

/** A Kryo serializer of a tuple's payload: the length, then the bytes of {@link WireCodec}. */
public final class WireSerializer extends Serializer<Object> {
  @Override
  public void write(Kryo kryo, Output output, Object payload) {
    byte[] bytes = bytes(payload);
    output.writeInt(bytes.length, true);
    output.writeBytes(bytes);
  }

  private static byte[] bytes(Object payload) {
    if (payload instanceof EventBatch events) {
      return WireCodec.toBytes(events);
    } else if (payload instanceof MarksBatch marks) {
      return WireCodec.toBytes(marks);
    } else if (payload instanceof CounterEvent event) {
      return WireCodec.toBytes(event);
    }
    return WireCodec.toBytes((RejectedBatch) payload);
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    byte[] bytes = input.readBytes(input.readInt(true));
    if (type == EventBatch.class) {
      return WireCodec.readEventBatch(bytes);
    } else if (type == MarksBatch.class) {
      return WireCodec.readMarks(bytes);
    } else if (CounterEvent.class.isAssignableFrom(type)) {
      return WireCodec.readCounterEvent(bytes);
    }
    return WireCodec.readRejectedBatch(bytes);
  }
}
