package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.console.Console;
import clickcounter.console.Token;
import clickcounter.devcluster.Ports;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.document.AdDocumentCodec;
import clickcounter.endpoint.PrometheusReporter;
import clickcounter.event.AdEvent;
import clickcounter.event.Dimensions;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Visitor;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.WriteIds;
import clickcounter.local.RunningStack.Counts;
import clickcounter.riak.RiakStore;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict.Limits;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.testing.Patience;
import clickcounter.topology.TopologySettingsTable;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The console in a real browser, beside a running stack. Pictures stay in {@code target/console}.
 * Each test makes what it needs; the last ones take things away that the others use.
 *
 * <p>Without a browser of Debian ({@code chromium-headless-shell} or {@code chromium}, and {@code
 * chromedriver} of {@code chromium-driver}) it is skipped, unless CLICKS_BROWSER_REQUIRED is set.
 */
@Tag("slow")
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WebConsoleTest {
  private static final String REQUIRED = "CLICKS_BROWSER_REQUIRED";
  private static final List<String> BROWSERS = List.of("chromium-headless-shell", "chromium");
  private static final String DRIVER = "chromedriver";
  private static final Path PICTURES = Path.of("target", "console");
  private static final Dimension DESK = new Dimension(1_280, 1_000);
  private static final Dimension PHONE = new Dimension(390, 1_200);
  private static final int MOST_VISITS = 4;

  /**
   * Counters, events, days, and ads; without commands, texts of others, and what a pointer shows.
   */
  private static final String IDS_WITHOUT_LINK =
      """
      const ids = /[\\w.-]+-\\d{8}_\\d{6}(-\\w+)?(:\\d+)?|\\d{4}-\\d{2}-\\d{2}|(?<![\\w.])(l[0-6])(?![\\w.])/g;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) {
        if (texts.currentNode.parentElement.closest('a, script, .command, .trouble, .said, .u-legend')) continue;
        found.push(...texts.currentNode.data.match(ids) ?? []);
      }
      return found;
      """;

  private static final String EVIL = "<img src=x onerror=alert(1)>";

  @TempDir private static Path directory;
  private static Path archive;
  private static DevNode node;
  private static LocalBroker broker;
  private static RunningStack stack;
  private static Console console;
  private static ChromeDriver browser;

  @BeforeAll
  static void start() throws Exception {
    Path program = InstalledPrograms.firstOf(BROWSERS);
    if (program == null || !InstalledPrograms.are(DRIVER)) {
      return; // each test says so
    }
    archive = Files.createDirectories(directory.resolve("archive"));
    Files.createDirectories(PICTURES);
    startNode(Ports.oneFree());
    broker = LocalBroker.start(directory.resolve("broker"), 0);
    Settings settings = TopologySettingsTable.defaults().with("deferralMs", 300);
    stack =
        RunningStack.start(
            directory.resolve("stack"),
            settings,
            List.of("127.0.0.1:" + node.port()),
            broker.url());
    console =
        console(
            List.of(URI.create("http://127.0.0.1:" + PrometheusReporter.localPort() + "/metrics")),
            stack.brokerUrl());
    Duration patience = Duration.ofSeconds(Patience.LIMIT_S);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(InstalledPrograms.firstOf(List.of(DRIVER)).toFile())
            .withTimeout(patience)
            .build();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program.toString());
    options.addArguments("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    browser = new ChromeDriver(service, options);
    browser.manage().timeouts().scriptTimeout(patience);
    browser.get(console.printed());
    await()
        .untilAsserted(
            () ->
                assertThat(browser.getCurrentUrl())
                    .as("the token does not stay in the address")
                    .isEqualTo(console.url()));
  }

  private static void startNode(int port) throws IOException {
    node = DevNode.start(DevNodeConfig.in(directory.resolve("riak")).withPort(port));
  }

  private static Console console(List<URI> workers, String brokerUrl) throws IOException {
    return console(workers, brokerUrl, "");
  }

  private static Console console(List<URI> workers, String brokerUrl, String table)
      throws IOException {
    return Console.start(
        new Console.Address("127.0.0.1", 0, List.of()),
        Token.random(new SecureRandom()),
        new Console.Sources(
            () -> workers,
            TopologySettingsTable.defaults()
                .with("broker.url", brokerUrl)
                .with("ops.table", table)
                .with("riak.nodes", "127.0.0.1:" + node.port()),
            new Reach(
                List.of(
                    "--set",
                    "riak.nodes=127.0.0.1:" + node.port(),
                    "--set",
                    "broker.url=" + brokerUrl),
                false),
            List.of(archive),
            new Limits(300, 0)),
        stack.openStore());
  }

  @BeforeEach
  void needsABrowser() {
    InstalledPrograms.require(REQUIRED, BROWSERS, List.of(DRIVER));
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      // The browser without windows does not end when it is told to: Selenium would wait for it.
      List<ProcessHandle> browsers =
          ProcessHandle.current()
              .descendants()
              .filter(process -> process.info().command().orElse("").contains("chrom"))
              .toList();
      browsers.forEach(ProcessHandle::destroyForcibly);
    }
    if (console != null) {
      console.close();
    }
    if (stack != null) {
      stack.close();
    }
    if (broker != null) {
      broker.close();
    }
    if (node != null) {
      node.close();
    }
  }

  @AfterEach
  void theBrowserHasNothingToComplainAbout() {
    if (browser == null) {
      return;
    }
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
        .filteredOn(entry -> !entry.getMessage().contains("ERR_INCOMPLETE_CHUNKED_ENCODING"))
        .isEmpty();
  }

  private static void open(String path) {
    browser.manage().window().setSize(DESK);
    browser.get(console.url() + path);
    awaitDrawn();
  }

  /** The script asks for what it draws. */
  private static void awaitDrawn() {
    await()
        .until(
            () ->
                (Boolean)
                    browser.executeScript(
                        "return document.getElementById('page').childElementCount > 0"
                            + " && !document.querySelector('[aria-busy]')"));
  }

  private static String main() {
    return browser.findElement(By.tagName("main")).getText();
  }

  private static String text(String id) {
    return browser.findElement(By.id(id)).getText();
  }

  private static void picture(String name, Dimension size) throws IOException {
    browser.manage().window().setSize(size);
    Files.write(PICTURES.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
  }

  private static String counter(String host) {
    return host + "-20260601_000000-aaaaaa";
  }

  private static String impression(String host, long sequence, String adId) {
    return EventWriter.toLine(
        new AdEvent(counter(host), sequence, EventKind.IMPRESSION, adId, 1_780_000_000_000L, 0));
  }

  /** Two hundred of seven ads; also in an archive of this host. */
  private static List<String> impressions(String host, String ad) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      lines.add(impression(host, i, ad + i % 7));
    }
    Path directory = Files.createDirectories(archive.resolve(host));
    Files.write(directory.resolve(counter(host) + ".ndjson"), lines);
    return lines;
  }

  private static void send(String... lines) throws IOException {
    stack.sendWithoutWaiting(List.of(List.of(lines)));
  }

  private static double number(String id) {
    String shown = text(id).replace(",", "");
    return shown.matches("[\\d.]+") ? Double.parseDouble(shown) : -1;
  }

  /** What hinders people who use a keyboard, a screen reader or a magnifier. */
  private static void requireForEverybody() throws IOException {
    try (InputStream script = WebConsoleTest.class.getResourceAsStream("/axe.min.js")) {
      browser.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    Object violations =
        browser.executeAsyncScript(
            "const done = arguments[arguments.length - 1];"
                + "axe.run().then(r => done(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | '))));");
    assertThat((List<?>) violations).isEmpty();
  }

  @Test
  @Order(1)
  void theNumbersOfTheFirstPageMove() throws Exception {
    List<String> lines = impressions("hostA", "a");
    stack.awaitSettled();
    Counts before = stack.counts();
    open("");
    await().until(() -> number("s-received") == before.received());

    send(lines.toArray(String[]::new));
    await().until(() -> number("s-counted") == before.counted() + 200);
    send(lines.get(0), "no event");

    await().until(() -> number("s-received") == before.received() + 202);
    await().until(() -> number("s-duplicates") == before.duplicates() + 1);
    await().until(() -> number("s-rejected") == before.rejected() + 1);
    await().until(() -> text("attention").contains("rejects list"));
    theLegendHasTheValuesWhereThePointerIs();
    requireForEverybody();
    picture("now", DESK);
    picture("now-phone", PHONE);
  }

  private static void theLegendHasTheValuesWhereThePointerIs() {
    WebElement chart = browser.findElement(By.cssSelector("#chart .u-over"));
    await().until(() -> legend().matches("time\\W*[\\d:]+ events/s\\W*\\d\\S* puts/s\\W*\\d\\S*"));
    String newest = legend();
    new Actions(browser).moveToElement(chart, 5 - chart.getSize().getWidth() / 2, 0).perform();
    String first = legend();
    assertThat(first).isNotEqualTo(newest).startsWith("time").doesNotContain("--");
    new Actions(browser).moveToElement(browser.findElement(By.id("attention"))).perform();
    await().untilAsserted(() -> assertThat(legend()).isNotEqualTo(first));
  }

  private static String legend() {
    return browser
        .findElement(By.cssSelector("#chart .u-legend"))
        .getText()
        .replaceAll("\\s+", " ");
  }

  @Test
  @Order(2)
  void aYoungGapIsUnderWayUntilItIsFilled() throws Exception {
    List<String> lines = impressions("hostG", "g");
    lines.remove(150);
    send(lines.toArray(String[]::new));
    open("counters");
    By row = By.cssSelector("tr[data-id='" + counter("hostG") + "']");
    String underWay = "1 event under way, younger than 1 min";
    await().ignoreExceptions().until(() -> text("refreshed").contains(underWay));
    assertThat(browser.findElement(row).getAttribute("data-missing")).isEqualTo("0");
    requireForEverybody();
    picture("counters", DESK);

    assertThat(
            stack
                .shell()
                .run("archive", "replay", "--only-missing", archive.resolve("hostG"))
                .status())
        .isZero();

    await().ignoreExceptions().until(() -> !text("refreshed").contains(underWay));
    browser.findElement(By.id("filter")).sendKeys("nobody");
    assertThat(browser.findElement(row).isDisplayed()).isFalse();
  }

  @Test
  @Order(3)
  void documentsOfAdsAndCountersAndEventsAreShown() throws Exception {
    stack.send(impressions("hostD", "d").toArray(String[]::new));
    open("ad?id=d1");
    assertThat(main())
        .contains(
            "unfunded",
            "29",
            "impressions",
            "ads show --set riak.nodes=127.0.0.1:" + node.port(),
            " -- d1");
    requireForEverybody();
    picture("ad", DESK);
    String counter = counter("hostD");
    open("counter?id=" + counter);
    assertThat(main()).contains("200", "0 missing", "Newest event");
    open("event?id=" + URLEncoder.encode(counter + ":3", StandardCharsets.UTF_8));
    assertThat(main()).contains("settled", "counted");
    assertThat(browser.findElement(By.cssSelector(".command code")).getText())
        .contains("riak.nodes=127.0.0.1:" + node.port(), "broker.url=" + broker.url())
        .endsWith(archive.toAbsolutePath().toString());
    assertThat(json("/api/event", counter + ":3"))
        .containsEntry("status", 200L)
        .extracting("body.answer", InstanceOfAssertFactories.MAP)
        .containsEntry("fate", "settled");
    requireForEverybody();
    theSearchBoxTakesAnyId(counter);
  }

  private static void theSearchBoxTakesAnyId(String counter) {
    Map.of("d1", "ad", counter, "counter", counter + ":3", "event", "2026-06-01", "day")
        .forEach(
            (id, page) -> {
              open("");
              browser.findElement(By.name("q")).sendKeys(id, Keys.ENTER);
              await()
                  .untilAsserted(
                      () ->
                          assertThat(browser.getCurrentUrl())
                              .isEqualTo(
                                  console.url()
                                      + page
                                      + "?id="
                                      + URLEncoder.encode(id, StandardCharsets.UTF_8)));
              awaitDrawn();
            });
  }

  private static Map<String, Object> json(String path, String id) {
    Object answer =
        browser.executeAsyncScript(
            "const [path, id, done] = arguments;"
                + "fetch(path + '?id=' + encodeURIComponent(id))"
                + ".then(async a => done({status: a.status, body: await a.json()}));",
            path,
            id);
    return new JsonMapper().convertValue(answer, new TypeReference<>() {});
  }

  /** A name may contain anything that a service writes. */
  @Test
  @Order(5)
  void namesFromEventsCannotInject() throws Exception {
    stack.send(impression("hostE", 0, EVIL));
    for (String id : List.of(EVIL, "\"><script>alert(1)</script>", "@/etc/passwd", "--help")) {
      open("ad?id=" + URLEncoder.encode(id, StandardCharsets.UTF_8));
      assertThat(browser.findElement(By.name("id")).getAttribute("value")).isEqualTo(id);
      assertThat(browser.findElements(By.cssSelector("main img, main script"))).isEmpty();
      assertThat(main()).doesNotContain("root:", "Usage");
      assertThat(browser.findElement(By.cssSelector(".command code")).getText())
          .endsWith(id.matches("[\\w@/-]+") ? id : "'" + id + "'");
    }
  }

  /** No task counts this ad, so its two values are not merged. */
  @Test
  @Order(6)
  void siblingsOfAnAdAreShown() throws Exception {
    try (RiakStore store = stack.openStore()) {
      WriteIds writeIds = new WriteIds(new Random(17));
      for (int i = 0; i < 2; i++) {
        AdLedger ledger = AdLedger.absent("twins", 100);
        ledger.offer(
            new AdEvent("hostT-20260601_000000-a" + i, 0, EventKind.IMPRESSION, "twins", 1_000, 0),
            null,
            AdLedger.NOBODY);
        byte[] document = ledger.beginPut(writeIds.next(), new PutBuffers());
        CompletableFuture<Stored> stored = new CompletableFuture<>();
        store.put(
            DocumentKey.ad("twins"),
            new StoredValue(AdDocumentCodec.CONTENT_TYPE, document),
            StoreContext.NONE,
            stored::complete);
        stored.get(Patience.LIMIT_S, TimeUnit.SECONDS);
      }
    }
    open("ad?id=twins");
    assertThat(main()).contains("2 stored values", "2 impressions");
    requireForEverybody();
  }

  /** As a person who has only the first page, and follows links. */
  @Test
  @Order(7)
  void everyKindOfPageIsReachedByLinksAndNoIdIsWithoutOne() throws Exception {
    List<String> lines = impressions("hostL", "l");
    lines.remove(150);
    stack.send(lines.toArray(String[]::new));
    Map<String, Integer> visits = new TreeMap<>();
    Set<String> found = new LinkedHashSet<>(List.of(console.url()));
    Deque<String> next = new ArrayDeque<>(found);
    while (!next.isEmpty()) {
      String address = next.poll();
      assertThat(address).startsWith(console.url());
      if (visits.merge(address.replaceFirst("\\?.*", ""), 1, Integer::sum) <= MOST_VISITS) {
        links(address).stream().filter(found::add).forEach(next::add);
      }
    }
    assertThat(visits.keySet())
        .extracting(page -> page.substring(console.url().length()))
        .contains("", "ad", "counter", "counters", "day", "event", "rejects");
  }

  /** Where the page leads to; it is there, and it has no id without a link. */
  private static List<String> links(String address) {
    browser.get(address);
    awaitDrawn();
    if (!browser.findElements(By.id("series-rows")).isEmpty()) {
      await().until(() -> !browser.findElements(By.cssSelector("#series-rows tr")).isEmpty());
    }
    assertThat(
            browser.executeScript(
                "return performance.getEntriesByType('navigation')[0].responseStatus"))
        .as("status of %s", address)
        .isEqualTo(200L);
    assertThat((List<?>) browser.executeScript(IDS_WITHOUT_LINK))
        .as("ids without a link on %s", address)
        .isEmpty();
    List<?> links =
        (List<?>)
            browser.executeScript(
                "return [...document.querySelectorAll('a[href]')]"
                    + ".map(a => a.href.replace(/#.*/, ''))");
    return links.stream().map(String.class::cast).toList();
  }

  @Test
  @Order(8)
  void aThousandCountersStayUsable() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      lines.add(
          EventWriter.toLine(
              new AdEvent(
                  "many-20260601_000000-%04d".formatted(i),
                  0,
                  EventKind.IMPRESSION,
                  "m" + i % 7,
                  1_780_000_000_000L,
                  0)));
    }
    stack.sendWithoutWaiting(List.of(lines));
    open("counters");
    By rows = By.cssSelector("tbody tr");
    await().ignoreExceptions().until(() -> browser.findElements(rows).size() > 1_000);

    browser.findElement(By.id("filter")).sendKeys("-0777");

    Object shown =
        browser.executeScript(
            "return [...document.querySelectorAll('tbody tr')].filter(r => !r.hidden).map(r => r.dataset.id)");
    assertThat(shown).isEqualTo(List.of("many-20260601_000000-0777"));
    aClickOnAColumnSortsTheTable();
    picture("counters-many", DESK);
  }

  private static void aClickOnAColumnSortsTheTable() {
    browser.findElement(By.id("filter")).clear();
    // In one script: a refresh in between draws another button.
    String click =
        "document.querySelector('thead button').click(); return document.querySelector('tbody tr').dataset.id";
    Object least = browser.executeScript(click);
    Object most = browser.executeScript(click);
    assertThat(List.of(least, most))
        .isEqualTo(List.of(counter("hostA"), "many-20260601_000000-0999"));
    assertThat(browser.findElements(By.cssSelector("th[aria-sort=descending]"))).hasSize(1);
  }

  @Test
  @Order(9)
  void everyPageIsReadableInTheDarkAndOnANarrowPhone() throws Exception {
    stack.send(impressions("hostP", "p").toArray(String[]::new));
    String ad = "ad?id=p1";
    String counter = "counter?id=" + counter("hostP");
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 360, "height", 800, "deviceScaleFactor", 1, "mobile", true));
    try {
      String event = "event?id=" + counter("hostP") + ":3";
      String day = "day?id=2026-06-01";
      for (String page : List.of("", ad, counter, event, day, "rejects", "counters")) {
        browser.get(console.url() + page);
        awaitDrawn();
        assertThat((Long) browser.executeScript("return document.documentElement.scrollWidth"))
            .as("width of /%s", page)
            .isLessThanOrEqualTo(360);
        if (!page.equals("counters")) { // of a thousand rows the check takes long
          requireForEverybody();
        }
      }
      browser.get(console.url());
      Files.write(PICTURES.resolve("dark.png"), browser.getScreenshotAs(OutputType.BYTES));
    } finally {
      browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
      browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    }
  }

  @Test
  @Order(10)
  void aPageThatIsNotThereSaysSo() throws Exception {
    browser.get(console.url() + "nothing");
    assertThat(browser.findElement(By.tagName("body")).getText())
        .contains("There is no such page.");
    browser.manage().logs().get(LogType.BROWSER); // it notes the 404
  }

  @Test
  @Order(11)
  void withoutAWorkerThePageSaysSo() throws Exception {
    try (Console other = console(List.of(), broker.url())) {
      browser.get(other.printed());
      await().until(() -> text("away").contains("the workers"));
      await().until(() -> text("queue").endsWith("0"));
      requireForEverybody();
      picture("nothing-yet", DESK);
      open(""); // before it closes: the browser complains about a page that is away
    }
  }

  @Test
  @Order(11)
  void clicksAreStackedByTheValuesOfADimension() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String country : List.of("NL", "NL", "DE", "BE")) {
      AdEvent click =
          new AdEvent(
              counter("hostS"), lines.size(), EventKind.CLICK, "s1", 1_780_000_000_000L, 250_000);
      Dimensions dims = Dimensions.of(Map.of("country", country));
      lines.add(EventWriter.toLine(click, Visitor.UNKNOWN.with(dims)));
    }
    Path file = directory.resolve("split.ndjson");
    Files.write(file, lines);
    String table = directory.resolve("table").toString();
    stack.send(lines.toArray(String[]::new));
    assertThat(
            CommandRun.run(
                    Clicks::commandLine,
                    List.of("archive", "import", "--set", "ops.table=" + table, file))
                .status())
        .isZero();
    try (Console other = console(List.of(), broker.url(), table)) {
      browser.get(other.printed());
      browser.get(other.url() + "ad?id=s1&by=day&from=2026-05-28&to=2026-05-29&split=country");
      awaitDrawn();
      await()
          .untilAsserted(
              () ->
                  assertThat(browser.findElement(By.id("series-rows")).getText())
                      .contains("NL", "DE", "BE", "0.50"));
      assertThat(browser.findElement(By.cssSelector("#bars .u-legend")).getText())
          .contains("NL", "DE", "BE");
      requireForEverybody();
      picture("split", DESK);
      open("");
    }
  }

  @Test
  @Order(12)
  void aStoreThatIsAwayIsShownWithinSeconds() throws Exception {
    open("");
    await().until(() -> number("s-received") >= 0);
    int port = node.port();
    node.close();
    try {
      await().until(() -> text("away").contains("Riak"));
      assertThat(number("s-received")).as("the rest is shown all the same").isNotNegative();
      assertThat(text("missing")).as("an old number").isEqualTo("–");
      requireForEverybody();
      picture("riak-away", DESK);
    } finally {
      startNode(port);
    }
  }

  @Test
  @Order(13)
  void whatIsAwayIsOnEveryPageAndReadOutOnce() throws Exception {
    node.close();
    node = null;
    broker.close();
    open("");
    await().untilAsserted(() -> assertThat(text("away")).contains("Riak", "the broker"));
    assertThat(spoken()).isEqualTo("No answer from Riak. No answer from the broker.");
    browser.executeScript(
        "window.heard = 0; window.shown = 0;"
            + "const count = (id, name) => new MutationObserver(() => window[name]++)"
            + ".observe(document.getElementById(id), {childList: true, characterData: true, subtree: true});"
            + "count('spoken', 'heard'); count('away', 'shown');");
    await().until(() -> (Boolean) browser.executeScript("return window.shown >= 2"));
    assertThat(browser.executeScript("return window.heard")).isEqualTo(0L);

    open("counters");
    await().untilAsserted(() -> assertThat(text("away")).contains("Riak", "the broker"));
    await().until(() -> spoken().contains("the broker"));
    requireForEverybody();
  }

  private static String spoken() {
    return (String) browser.executeScript("return document.getElementById('spoken').textContent");
  }
}
