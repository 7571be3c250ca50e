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

/** Kryo serializers of the tuples' payloads: the length, then the bytes of {@link WireCodec}. */
public final class WireSerializers {
  private WireSerializers() {}

  private static void write(Output output, byte[] bytes) {
    output.writeInt(bytes.length, true);
    output.writeBytes(bytes);
  }

  private static byte[] read(Input input) {
    return input.readBytes(input.readInt(true));
  }

  public static final class OfEventBatch extends Serializer<EventBatch> {
    @Override
    public void write(Kryo kryo, Output output, EventBatch batch) {
      WireSerializers.write(output, WireCodec.toBytes(batch));
    }

    @Override
    public EventBatch read(Kryo kryo, Input input, Class<? extends EventBatch> type) {
      return WireCodec.readEventBatch(WireSerializers.read(input));
    }
  }

  public static final class OfMarks extends Serializer<MarksBatch> {
    @Override
    public void write(Kryo kryo, Output output, MarksBatch marks) {
      WireSerializers.write(output, WireCodec.toBytes(marks));
    }

    @Override
    public MarksBatch read(Kryo kryo, Input input, Class<? extends MarksBatch> type) {
      return WireCodec.readMarks(WireSerializers.read(input));
    }
  }

  public static final class OfCounterEvent extends Serializer<CounterEvent> {
    @Override
    public void write(Kryo kryo, Output output, CounterEvent event) {
      WireSerializers.write(output, WireCodec.toBytes(event));
    }

    @Override
    public CounterEvent read(Kryo kryo, Input input, Class<? extends CounterEvent> type) {
      return WireCodec.readCounterEvent(WireSerializers.read(input));
    }
  }

  public static final class OfRejectedBatch extends Serializer<RejectedBatch> {
    @Override
    public void write(Kryo kryo, Output output, RejectedBatch batch) {
      WireSerializers.write(output, WireCodec.toBytes(batch));
    }

    @Override
    public RejectedBatch read(Kryo kryo, Input input, Class<? extends RejectedBatch> type) {
      return WireCodec.readRejectedBatch(WireSerializers.read(input));
    }
  }
}
