package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.RejectReason;
import jakarta.jms.JMSException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
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
  private static final int MAX_BYTES = 100_000;
  private static final MessageReader READER = new MessageReader(MAX_BYTES);
  private static final String ID = "ID:host-1-2-1:1:1:1:7";

  @Test
  void textIsTakenAsItIs() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("a\nb");
    ReceivedMessage delivery = read(message);
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
    if (TextBody.write(text, ours)) {
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

  /** A broker passes on what a STOMP sender gave it as the text. */
  @Test
  void aLineThatIsNotUtf8SpoilsNoOther() throws Exception {
    byte[] body = "a\nb\u00e9 c\n\u00c1\u00a1".getBytes(StandardCharsets.ISO_8859_1);
    String text = "a\nb\udce9 c\n\udcc1\udca1";

    for (ActiveMQMessage message : List.of(bytes(body), text(body))) {
      ReceivedMessage delivery = read(message);
      assertThat(delivery.text()).isEqualTo(text);
      assertThat(delivery.unreadable()).isEmpty();
    }
  }

  @Test
  void bytesThatAreNotUtf8ComeAsTheyWereSent() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("caf\udce9 \ud83d\ude00");
    message.storeContentAndClear();
    assertThat(read(message).text()).isEqualTo("caf\udce9 \ud83d\ude00");
  }

  @Test
  void textInPlainUtf8IsRead() throws Exception {
    String text = "zo\u00eb \ud83d\ude00";
    assertThat(read(text(text.getBytes(StandardCharsets.UTF_8))).text()).isEqualTo(text);
  }

  private static ActiveMQTextMessage text(byte[] body) {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    ByteBuffer content = ByteBuffer.allocate(Integer.BYTES + body.length);
    message.setContent(new ByteSequence(content.putInt(body.length).put(body).array()));
    return message;
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
  void messageAboveTheLimitIsRejectedByNameAndNotRead() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("first line\n" + "x".repeat(MAX_BYTES));
    message.storeContentAndClear();
    message.setJMSCorrelationID("order-7");
    ReceivedMessage delivery = read(message);

    assertTooLarge(delivery, "TextMessage", ID, "order-7", "begins first line\nxxx");
    assertThat(delivery.unreadable().get(0).line()).hasSizeLessThan(2_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bytesAboveTheLimitAreRejectedByName(boolean packed) throws Exception {
    byte[] body = new byte[MAX_BYTES + 1];
    ActiveMQBytesMessage message = packed ? packed(body) : bytes(body);

    assertTooLarge(read(message), "BytesMessage", ID);
  }

  @Test
  void packedBytesWithinTheLimitAreRead() throws Exception {
    byte[] body = "x".repeat(MAX_BYTES).getBytes(StandardCharsets.UTF_8);
    assertThat(read(packed(body)).text()).hasSize(MAX_BYTES);
  }

  @Test
  void packedTextIsMeasuredByWhatItUnpacksTo() throws Exception {
    assertThat(read(packed("x".repeat(MAX_BYTES - 100))).text()).hasSize(MAX_BYTES - 100);
    assertTooLarge(read(packed("x".repeat(MAX_BYTES + 1))), "TextMessage", "packed");
  }

  @Test
  void messageOfTheLargestSizeIsRead() throws Exception {
    String largest = "x".repeat(MAX_BYTES - Integer.BYTES);
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText(largest);
    message.storeContentAndClear();

    assertThat(read(message).text()).isEqualTo(largest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "zo\u00eb"})
  void whatWasReadIsNotKept(String text) throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText(text);
    message.storeContentAndClear();

    assertThat(read(message).text()).isEqualTo(text);
    assertThat(message.getContent()).isNull();
    assertThat(message.getText()).isNull();
  }

  private static void assertTooLarge(ReceivedMessage delivery, String... said) {
    assertThat(delivery.text()).isEmpty();
    assertThat(delivery.unreadable())
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.MESSAGE_TOO_LARGE);
              assertThat(rejected.line()).contains(said);
              assertThat(rejected.detail()).contains("100000", "--only-missing");
            });
  }

  private static ActiveMQTextMessage packed(String text) throws Exception {
    ActiveMQTextMessage plain = new ActiveMQTextMessage();
    plain.setText(text);
    plain.storeContentAndClear();
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setContent(new ByteSequence(deflated(content(plain))));
    message.setCompressed(true);
    return message;
  }

  private static ActiveMQBytesMessage packed(byte[] bytes) throws IOException {
    byte[] deflated = deflated(bytes);
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setContent(
        new ByteSequence(
            ByteBuffer.allocate(Integer.BYTES + deflated.length)
                .putInt(bytes.length)
                .put(deflated)
                .array()));
    message.setCompressed(true);
    message.setReadOnlyBody(true);
    return message;
  }

  private static byte[] deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  @Test
  void twoMessagesUnderOneNameOfTheSendersAreTwo() throws Exception {
    ActiveMQTextMessage first = new ActiveMQTextMessage();
    ActiveMQTextMessage second = new ActiveMQTextMessage();
    first.setMessageId(named("order-7", 7));
    second.setMessageId(named("order-7", 8));
    assertThat(first.getJMSMessageID()).isEqualTo(second.getJMSMessageID());
    assertThat(READER.read(first, null).id()).isNotEqualTo(READER.read(second, null).id());
  }

  private static MessageId named(String text, long sequence) {
    MessageId named = new MessageId("ID:host-1-2-1:1:1:1", sequence);
    named.setTextView(text);
    return named;
  }

  private static ReceivedMessage read(ActiveMQMessage message) throws JMSException {
    message.setMessageId(new MessageId(ID));
    return READER.read(message, null);
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

  private static void assertRejected(ReceivedMessage delivery, String... said) {
    assertThat(delivery.text()).isEmpty();
    assertThat(delivery.unreadable()).hasSize(1);
    assertThat(delivery.unreadable().get(0).reason()).isEqualTo(RejectReason.NOT_TEXT);
    assertThat(delivery.unreadable().get(0).line()).contains(said);
  }
}
