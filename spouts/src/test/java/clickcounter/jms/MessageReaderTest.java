package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import jakarta.jms.JMSException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMapMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQObjectMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.util.ByteSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReaderTest {
  private static final String ID = "ID:host-1-2-1:1:1:1:7";

  @Test
  void textIsTakenAsItIs() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("a\nb");
    Delivery delivery = read(message);
    assertThat(delivery.text()).isEqualTo("a\nb");
    assertThat(delivery.id()).isEqualTo(ID);
    assertThat(delivery.unreadable()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a\nb", "zo\u00eb", "\ud83d\ude00 a", "a\u0000b", "half \ud83d", "what?"})
  void textIsTheSameAfterItsWay(String text) throws Exception {
    ActiveMQTextMessage sent = new ActiveMQTextMessage();
    sent.setText(text);
    sent.storeContentAndClear();
    ActiveMQTextMessage ours = new ActiveMQTextMessage();
    if (AsciiBody.write(text, ours)) {
      assertThat(content(ours)).isEqualTo(content(sent));
    }

    assertThat(read(sent).text()).isEqualTo(text);
  }

  @Test
  void textWithoutABodyIsEmpty() throws Exception {
    assertThat(read(new ActiveMQTextMessage()).text()).isEmpty();
  }

  @Test
  void bytesAreReadAsUtf8() throws Exception {
    assertThat(read(bytes("zoë\nb".getBytes(StandardCharsets.UTF_8))).text()).isEqualTo("zoë\nb");
  }

  @Test
  void aLineThatIsNotUtf8SpoilsNoOther() throws Exception {
    Delivery delivery = read(bytes("a\nb\u00ff\nc".getBytes(StandardCharsets.ISO_8859_1)));
    assertThat(delivery.text()).isEqualTo("a\nc\n");
    assertThat(delivery.unreadable())
        .extracting(Rejected::line, Rejected::reason)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("b\ufffd", RejectReason.NOT_TEXT));
  }

  @Test
  void anotherKindIsRejectedWithWhatCanBeSaidOfIt() throws Exception {
    ActiveMQMapMessage message = new ActiveMQMapMessage();
    message.setJMSCorrelationID("order-7");
    assertRejected(read(message), "MapMessage", ID, "order-7");
  }

  @Test
  void anObjectIsNeverDeserialised() throws Exception {
    ActiveMQObjectMessage message = new ActiveMQObjectMessage();
    message.setContent(new ByteSequence(new byte[] {1, 2, 3}));
    assertRejected(read(message), "ObjectMessage", ID);
  }

  @Test
  void aDamagedBodyIsRejected() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setContent(new ByteSequence(new byte[] {1, 2, 3}));
    message.setCompressed(true);
    assertRejected(read(message), "TextMessage", ID);
  }

  @Test
  void twoMessagesUnderOneNameOfTheSendersAreTwo() throws Exception {
    ActiveMQTextMessage first = new ActiveMQTextMessage();
    ActiveMQTextMessage second = new ActiveMQTextMessage();
    first.setMessageId(named("order-7", 7));
    second.setMessageId(named("order-7", 8));
    assertThat(first.getJMSMessageID()).isEqualTo(second.getJMSMessageID());
    assertThat(MessageReader.read(first, null).id())
        .isNotEqualTo(MessageReader.read(second, null).id());
  }

  private static MessageId named(String text, long sequence) {
    MessageId named = new MessageId("ID:host-1-2-1:1:1:1", sequence);
    named.setTextView(text);
    return named;
  }

  private static Delivery read(ActiveMQMessage message) throws JMSException {
    message.setMessageId(new MessageId(ID));
    return MessageReader.read(message, null);
  }

  private static byte[] content(ActiveMQTextMessage message) {
    ByteSequence content = message.getContent();
    return Arrays.copyOfRange(content.data, content.offset, content.offset + content.length);
  }

  private static ActiveMQBytesMessage bytes(byte[] bytes) throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(bytes);
    message.reset();
    return message;
  }

  private static void assertRejected(Delivery delivery, String... said) {
    assertThat(delivery.text()).isEmpty();
    assertThat(delivery.unreadable()).hasSize(1);
    assertThat(delivery.unreadable().get(0).reason()).isEqualTo(RejectReason.NOT_TEXT);
    assertThat(delivery.unreadable().get(0).line()).contains(said);
  }
}
