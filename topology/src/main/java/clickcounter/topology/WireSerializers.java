package clickcounter.topology;

import clickcounter.event.CounterEvent;
import clickcounter.wire.EventBatch;
import clickcounter.wire.Marks;
import clickcounter.wire.RejectedBatch;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Kryo's serializers of the tuples' payloads; the bytes are those of the wire codec. */
final class WireSerializers {
  private WireSerializers() {}

  public static final class EventBatches extends Serializer<EventBatch> {
    @Override
    public void write(Kryo kryo, Output output, EventBatch batch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public EventBatch read(Kryo kryo, Input input, Class<? extends EventBatch> type) {
      throw new UnsupportedOperationException();
    }
  }

  public static final class MarksOf extends Serializer<Marks> {
    @Override
    public void write(Kryo kryo, Output output, Marks batch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Marks read(Kryo kryo, Input input, Class<? extends Marks> type) {
      throw new UnsupportedOperationException();
    }
  }

  public static final class CounterEvents extends Serializer<CounterEvent> {
    @Override
    public void write(Kryo kryo, Output output, CounterEvent batch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CounterEvent read(Kryo kryo, Input input, Class<? extends CounterEvent> type) {
      throw new UnsupportedOperationException();
    }
  }

  public static final class RejectedBatches extends Serializer<RejectedBatch> {
    @Override
    public void write(Kryo kryo, Output output, RejectedBatch batch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public RejectedBatch read(Kryo kryo, Input input, Class<? extends RejectedBatch> type) {
      throw new UnsupportedOperationException();
    }
  }
}
