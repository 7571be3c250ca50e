package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids in what commands print. */
class LinksTest {
  private static final String COUNTER = "hostA-20261124_213019-k3f9xq";

  private static String link(String page, String id, String shown) {
    return "<a href=\"/" + page + "?id=" + id + "\">" + shown + "</a>";
  }

  @Test
  void eventsCountersAndDaysAreLinks() {
    String event = COUNTER.replace(":", "%3A") + "%3A15";

    assertThat(Links.in("event " + COUNTER + ":15: counted"))
        .isEqualTo("event " + link("event", event, COUNTER + ":15") + ": counted");
    assertThat(Links.in("/var/log/" + COUNTER + ".ndjson.gz:16"))
        .isEqualTo("/var/log/" + link("counter", COUNTER, COUNTER) + ".ndjson.gz:16");
    assertThat(Links.in("since 2026-11-25T09:06:10Z"))
        .isEqualTo("since " + link("day", "2026-11-25", "2026-11-25") + "T09:06:10Z");
  }

  @Test
  void aCounterOfAnotherFormIsALinkWhereItsNameIsExpected() {
    assertThat(Links.in("counter mine  not closed")).contains("/counter?id=mine");
    assertThat(Links.in("    mine: 17..19")).contains("/counter?id=mine");
    assertThat(Links.in("    17..19  missing")).doesNotContain("<a");
  }

  @Test
  void anAdIsALinkWhereItsNameIsExpected() {
    assertThat(Links.in("ad a&b  active\n"))
        .isEqualTo("ad " + link("ad", "a%26b", "a&amp;b") + "  active\n");
    assertThat(Links.in("  ad        10, active: 10 clicks"))
        .isEqualTo("  ad        " + link("ad", "10", "10") + ", active: 10 clicks");
    assertThat(Links.in("ad nobody: no document.")).contains("/ad?id=nobody");
    assertThat(Links.in("  ad        unknown: name the archives")).doesNotContain("<a");
  }

  @Test
  void textThatTurnsOthersAroundIsShown() {
    assertThat(Html.escaped("a\u202eb\r\n\u001b")).isEqualTo("a\\u202eb\\r\n\\u001b");
  }

  @Test
  void anAdOfAnEventsLineIsUnquoted() {
    String line = "{\"eventId\":\"mine:3\",\"adId\":\"a\\\"<b>\"}";

    assertThat(Links.in(line)).contains("/event?id=mine%3A3", "/ad?id=a%22%3Cb%3E");
    assertThat(Links.adIn(line)).isEqualTo("a\"<b>");
    assertThat(Links.adIn("no line")).isNull();

    String said = "            click of ad a at b at 2026-06-01T00:03:36Z, 0.25";
    assertThat(Links.in(said)).contains("of ad " + link("ad", "a+at+b", "a at b") + " at ");
    assertThat(Links.adIn(said)).isEqualTo("a at b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<script>", "2026-13-45", "\"adId\":\"\\x<\"", "ad <b>  active"})
  void whateverIsPrintedIsEscaped(String text) {
    assertThat(Links.in(text).replaceAll("<a href=\"/[a-z]+\\?id=[\\w%.-]*\">|</a>", ""))
        .isEqualTo(Html.escaped(text));
  }
}
