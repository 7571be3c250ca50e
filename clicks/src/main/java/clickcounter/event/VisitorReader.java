package clickcounter.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the {@link Visitor} beside an event from a line of any form. */
public final class VisitorReader {
  private static final JsonFactory JSON = new JsonFactory();

  private VisitorReader() {}

  /**
   * What the line of an impression or a click says. A value that is no hash is not known; the event
   * is not the worse for it.
   */
  public static Visitor read(String line) {
    String id = null;
    String agent = null;
    Dimensions dims = Dimensions.NONE;
    try (JsonParser json = JSON.createParser(line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case Visitor.ID_FIELD -> id = id == null ? hash(json) : id;
          case Visitor.AGENT_FIELD -> agent = agent == null ? hash(json) : agent;
          case Dimensions.FIELD -> dims = EventParser.dims(json);
          default -> json.skipChildren();
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("expected the line of an event, found " + line, e);
    }
    return new Visitor(id, agent, dims);
  }

  private static String hash(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      json.skipChildren();
      return null;
    }
    String text = json.getText();
    return text.isEmpty() || text.length() > Visitor.MAX_LENGTH ? null : text;
  }
}
