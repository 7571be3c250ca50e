// Draws all pages of the console from JSON: what the commands answer, and what the console polls. The name of a field says
// what its value is: an id has a page, micros are money, a time is in ms.
import uPlot from "/static/uplot.js";

const byId = (id) => document.getElementById(id);
const page = byId("page");
const query = new URLSearchParams(location.search);
const id = (query.get("id") ?? "").trim();
const system = document.title;
const REFRESH_MS = 3000;
const SERIES_REFRESH_MS = 60000;
const NOW_REFRESH_MS = 1000;
const MOST_GAP_S = 10;
const HOUR_S = 3600;
const DAY_MS = 86400000;
const MOST_ROWS = 2000;
const MOST_GAPS = 100;
const MOST_NAMED = 3;

// ---------- text

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const number = (value) => (value == null ? "–" : (Math.abs(value) < 10 ? tenth : whole).format(value));
const count = (amount, one) => `${whole.format(amount)} ${amount === 1 ? one : one + "s"}`;
const clock = (atS) => new Date(atS * 1000).toLocaleTimeString("en-GB");

// What cannot be seen, or would turn the text around, is shown by its code.
const visible = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));

// Exact: micros are never divided as floating numbers. At least two decimals. Below zero, if more was taken back than charged.
function money(micros) {
  if (micros < 0) return "-" + money(-micros);
  const digits = String(micros).padStart(7, "0");
  return digits.slice(0, -6) + "." + digits.slice(-6).replace(/0{1,4}$/, "");
}

function duration(seconds) {
  if (seconds == null) return "–";
  if (seconds < 0.9995) return whole.format(seconds * 1000) + " ms";
  if (seconds < 120) return tenth.format(seconds) + " s";
  if (seconds < 7200) return whole.format(seconds / 60) + " min";
  return seconds < 172800 ? whole.format(seconds / 3600) + " h" : whole.format(seconds / 86400) + " d";
}

const age = (ms) => duration(Math.max(0, Math.floor(ms / 1000)));
const range = (from, to) => (from === to ? whole.format(from) : `${whole.format(from)} to ${whole.format(to)}`);

// "spentMicros" is "spent", "lastEventAt" is "last event at".
const words = (name) => name.replace(/(Micros|Ms|Id)$/, "").replace(/[A-Z]/g, (c) => " " + c.toLowerCase());

// ---------- elements

function h(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value != null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content.flat(Infinity).filter((each) => each != null && each !== ""));
  return element;
}

function svg(name, attributes, ...content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...content);
  return element;
}

const note = (...content) => h("p", { class: "note" }, content);
const trouble = (text) => (text ? h("p", { class: "trouble" }, visible(text)) : null);
const section = (title, ...content) => h("section", {}, title ? h("h2", {}, title) : null, content);
const link = (where, ofId, ...content) => h("a", { href: `/${where}?id=${encodeURIComponent(ofId)}` }, content.length ? content : h("code", {}, visible(ofId)));
const badge = (state) => h("span", { class: "life " + state }, state);
const card = (title, figure, ...notes) => h("div", { class: "card" }, h("h2", {}, title), h("p", { class: "figure" }, figure), notes.filter(Boolean).map((each) => (each instanceof SVGElement ? each : note(each))));
const cards = (label, ...all) => h("section", { class: "cards", "aria-label": label }, all);
const day = (text) => link("day", text, text);
const command = (line) => line && h("p", { class: "command" }, h("span", { class: "note" }, "The same at a shell: "), h("code", {}, line.split(" ").flatMap((word) => [" ", h("span", { class: "word" }, visible(word))]).slice(1)), " ",
  h("button", { type: "button", class: "copy", onclick: () => navigator.clipboard?.writeText(line) }, "Copy"));

function time(ms) {
  if (!ms) return "–";
  const text = new Date(ms).toISOString();
  return h("span", { class: "when" }, day(text.slice(0, 10)), h("span", {}, text.slice(10, 19) + "Z"));
}

function fill(place, ...content) {
  place.replaceChildren(...content.flat(Infinity).filter(Boolean));
  place.removeAttribute("aria-busy");
}

function text(ofId, value) {
  const element = byId(ofId);
  if (element && element.textContent !== value) element.textContent = value;
}

function bar(label, ...parts) {
  return svg("svg", { class: "bar", viewBox: "0 0 1000 12", preserveAspectRatio: "none", role: "img", "aria-label": label },
    ...parts.map(([css, from, to]) => svg("rect", { class: css, x: from, width: to - from, height: 12 })));
}

// Where the gaps of a counter are between its first number and its last, and what was written off. A part is wide enough to be seen.
function gapBar(gaps, writtenOff, next) {
  const missing = gaps.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const places = gaps.slice(0, MOST_NAMED).map(([from, to]) => range(from, to)).join(", ");
  const more = gaps.length > MOST_NAMED ? ` and ${count(gaps.length - MOST_NAMED, "more gap")}` : "";
  const cell = (at) => Math.min(99, Math.floor((at / next) * 100));
  const label = `${whole.format(missing)} of ${whole.format(next)} missing` + (gaps.length ? ": " + places + more : "");
  const parts = (css, ranges) => ranges.map(([from, to]) => [css, cell(from) * 10, (cell(to) + 1) * 10]);
  return bar(label, ["seen", 0, 1000], ...parts("off", writtenOff), ...parts("gap", gaps));
}

// ---------- values by the names of their fields

const PAGES = { adId: "ad", counterId: "counter", eventId: "event", clickId: "event" };
const isRange = (value) => Object.keys(value).join() === "from,to";
const isPart = (value) => value !== null && typeof value === "object" && !(Array.isArray(value) && (!value.length || typeof value[0] !== "object" || isRange(value[0])));

function shown(name, value) {
  if (value == null || value === "") return "–";
  if (PAGES[name]) return link(PAGES[name], value);
  if (Array.isArray(value)) return value.length ? value.map((each) => (typeof each === "object" ? range(each.from, each.to) : shown(name, each))).flatMap((each) => [each, ", "]).slice(0, -1) : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (name.endsWith("Micros")) return money(value);
    if (/(^at|^since|At|AtMs)$/.test(name)) return time(value);
    return Number.isInteger(value) ? whole.format(value) : String(value);
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return day(value);
  return h("span", { class: "said" }, visible(value));
}

// A record: its values, then its parts, each below its name.
function facts(record, ...without) {
  const all = Object.entries(record).filter(([name]) => !without.includes(name));
  const parts = all.filter(([, value]) => isPart(value));
  const plain = all.filter(([, value]) => !isPart(value));
  return [
    plain.length ? h("dl", { class: "facts" }, plain.map(([name, value]) => h("div", {}, h("dt", {}, words(name)), h("dd", {}, shown(name, value))))) : null,
    parts.map(([name, value]) => section(words(name), Array.isArray(value) ? records(words(name), value) : facts(value))),
  ];
}

// Records of one kind: a row each.
function records(label, all) {
  const names = [...new Set(all.flatMap((each) => Object.keys(each)))];
  return table(label, names.map((name) => ({
    title: words(name),
    number: all.some((each) => typeof each[name] === "number"),
    key: (each) => each[name],
    cell: (each) => (each[name] && isPart(each[name]) ? facts(each[name]) : shown(name, each[name])),
  })), all);
}

// ---------- tables, which a click on a column sorts

const sorting = {};

function table(label, columns, rows, attributes = () => ({})) {
  const body = h("tbody");
  const heads = columns.map((column, i) => h("th", { scope: "col", class: column.number ? "n" : null },
    h("button", { type: "button", class: "sort", title: column.help, onclick: () => sort(i) }, column.title)));
  const draw = () => {
    const { by, down } = sorting[label] ?? {};
    const sorted = by == null ? rows : [...rows].sort((a, b) => compare(columns[by].key(a), columns[by].key(b)) * (down ? -1 : 1));
    heads.forEach((head, i) => (i === by ? head.setAttribute("aria-sort", down ? "descending" : "ascending") : head.removeAttribute("aria-sort")));
    body.replaceChildren(...sorted.map((row) => h("tr", attributes(row), columns.map((column, i) =>
      (i ? h("td", { class: column.number ? "n" : null }, column.cell(row)) : h("th", { scope: "row" }, column.cell(row)))))));
  };
  const sort = (by) => {
    const last = sorting[label];
    sorting[label] = { by, down: last?.by === by ? !last.down : Boolean(columns[by].number) };
    draw();
  };
  draw();
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of " + label }, h("table", {}, h("thead", {}, h("tr", {}, heads)), body));
}

function compare(a, b) {
  if (a == null || b == null) return (a == null ? 0 : 1) - (b == null ? 0 : 1);
  return typeof a === "number" ? a - b : String(a).localeCompare(String(b));
}

const counts = [
  { title: "impressions", number: true, key: (row) => row.impressions, cell: (row) => shown("impressions", row.impressions) },
  { title: "clicks", number: true, key: (row) => row.clicks, cell: (row) => shown("clicks", row.clicks) },
  { title: "cost", number: true, key: (row) => row.costMicros, cell: (row) => shown("costMicros", row.costMicros) },
  { title: "not charged", help: "filtered or taken back", number: true, key: (row) => row.invalid, cell: (row) => shown("invalid", row.invalid) },
];

// ---------- what does not answer

// What is read out has no times: it changes only when something else does not answer.
function away(lines, spoken) {
  byId("away").replaceChildren(...lines.map((each) => h("p", {}, visible(each))));
  text("spoken", spoken);
}

function showAway(now) {
  const since = (each) => age(now.atMs - each.sinceMs);
  away(now.away.map((each) => `No answer from ${each.what} for ${since(each)}: ${each.why}`),
    now.away.map((each) => `No answer from ${each.what}.`).join(" "));
}

function showSilence(readAtMs) {
  const silent = "The console does not answer. It is asked again every few seconds.";
  away([silent + (readAtMs ? ` All numbers are those of ${clock(readAtMs / 1000)}.` : "")], silent);
}

async function ask(path, values = {}) {
  const given = Object.entries(values).filter(([, value]) => value);
  const answer = await fetch("/api/" + path + (given.length ? "?" + new URLSearchParams(given) : ""));
  const body = await answer.text();
  try {
    return JSON.parse(body);
  } catch {
    return { trouble: body, exit: 3 };
  }
}

async function askAway() {
  const now = await ask("");
  if (now?.away) showAway(now);
}

// What a command says, drawn; its errors; and the command itself.
async function answer(place, path, values, draw) {
  askAway().catch(() => showSilence(0));
  const said = await ask(path, values).catch(() => ({ trouble: "The console does not answer. Load the page again." }));
  fill(place, said.answer ? await draw(said.answer) : null, trouble(said.trouble), command(said.command));
}

const asking = () => h("div", { "aria-busy": "true" }, note("Asking …"));

// Again and again, one after the other, and not while nobody looks. A failure is shown, with the time of the numbers.
function every(everyMs, refresh) {
  let readAtMs = 0;
  let isAsking = false;
  const once = async () => {
    if (isAsking || (document.hidden && readAtMs)) return;
    isAsking = true;
    try {
      await refresh();
      readAtMs = Date.now();
    } catch {
      showSilence(readAtMs);
    } finally {
      isAsking = false;
    }
  };
  setInterval(once, everyMs);
  once();
}

// A page whose numbers move: again every few seconds, unless somebody is in it with the keyboard.
function refreshed(draw) {
  const place = h("div", { id: "refreshed", "aria-busy": "true" });
  every(REFRESH_MS, async () => {
    await askAway();
    const content = await draw(); // shown at once: a click in between would sort what is replaced
    if (!place.contains(document.activeElement)) fill(place, content);
  });
  return place;
}

// ---------- pages

function title(heading, name = heading) {
  document.title = `${name} · ${system}`;
  return h("h1", {}, heading);
}

const field = (label, value, type = "text", name = "id") => h("label", {}, label,
  h("input", { name, type, value, autocomplete: "off", spellcheck: "false", required: name === "id" }));
const form = (path, ...fields) => h("form", { class: "filter", role: "search", action: path }, fields, h("button", {}, "Show"));

// The page of an id: a field for it, and what the command says.
async function ofId(heading, path, label, draw) {
  page.replaceChildren(title(heading, id ? `${heading} ${visible(id)}` : heading), form(path, field(label, id)));
  if (!id) {
    askAway().catch(() => showSilence(0));
    return;
  }
  const place = asking();
  page.append(place);
  await answer(place, path.slice(1), { id }, (found) =>
    (found.found === false ? h("p", {}, "There is no document of this id. No event of it was ever counted.") : draw(found)));
}

function ad() {
  return ofId("Ad", "/ad", "Id of the ad", (found) => {
    const share = found.budgetMicros > 0 ? found.spentMicros / found.budgetMicros : 0;
    const over = found.costMicros - found.spentMicros;
    const unsettled = Object.entries(found.unsettled).map(([counterId, ids]) => ({
      counterId, events: ids.reduce((sum, each) => sum + each.to - each.from + 1, 0), first: `${counterId}:${ids[0].from}`, last: `${counterId}:${ids.at(-1).to}` }));
    const events = unsettled.reduce((sum, each) => sum + each.events, 0);
    return [
      cards("The ad",
        card("State", badge(found.state), `${money(found.spentMicros)} of ${money(found.budgetMicros)} spent${over > 0 ? `; ${money(over)} overdelivered` : ""}`,
          bar(`${Math.round(100 * share)}% of the budget is spent`, ["rest", 0, 1000], ["spent", 0, Math.round(1000 * Math.min(1, Math.max(0, share)))])),
        card("Clicks", whole.format(found.clicks), count(found.impressions, "impression"), found.invalid ? `${whole.format(found.invalid.grossClicks - found.clicks)} not charged` : null),
        card("Document", `${whole.format(found.bytes)} B`, `${count(events, "unsettled event")}, ${count(found.siblings, "stored value")}`)),
      h("p", {}, found.lastEventAt ? ["Events from ", time(found.firstEventAt), " to ", time(found.lastEventAt)] : "No events yet"),
      series(found.lastEventAt),
      unsettled.length ? section("Unsettled events", note("They are counted here, and not yet recorded in their counters' documents."), table("unsettled events", [
        { title: "counter", key: (row) => row.counterId, cell: (row) => link("counter", row.counterId) },
        { title: "events", number: true, key: (row) => row.events, cell: (row) => whole.format(row.events) },
        { title: "first", key: (row) => row.first, cell: (row) => link("event", row.first) },
        { title: "last", key: (row) => row.last, cell: (row) => link("event", row.last) }], unsettled)) : null,
      section("The document", facts(found, "found", "adId", "unsettled")),
    ];
  });
}

function counter() {
  return ofId("Counter", "/counter", "Id of the counter", async (found) => {
    const row = (await ask("counters", { id })).counters?.[0];
    const gaps = found.gaps.slice(0, MOST_GAPS).map((gap) => ({ ...gap, events: gap.to - gap.from + 1 }));
    return [
      cards("The counter",
        card("State", row ? badge(row.life) : "–", ["last event ", found.lastEventAt ? time(found.lastEventAt) : "not known"]),
        card("Numbers", whole.format(found.next), `${whole.format(found.missing)} missing, ${whole.format(found.writtenOff)} written off`),
        card("Missing", row ? whole.format(row.missing) : "–", row?.underWay ? `${whole.format(row.underWay)} under way, younger than 1 min` : "events")),
      section("", row ? gapBar(row.gaps, row.writtenOff, row.next) : null, found.next ? h("p", {}, "Newest event: ", link("event", `${id}:${found.next - 1}`)) : null),
      gaps.length ? section("Gaps", found.gaps.length > MOST_GAPS ? note(`The first ${MOST_GAPS} of ${count(found.gaps.length, "gap")}.`) : null, table("gaps", [
        { title: "first event", key: (gap) => gap.from, cell: (gap) => link("event", `${id}:${gap.from}`) },
        { title: "last event", key: (gap) => gap.to, cell: (gap) => link("event", `${id}:${gap.to}`) },
        { title: "events", number: true, key: (gap) => gap.events, cell: (gap) => whole.format(gap.events) },
        { title: "missing since", key: (gap) => gap.since, cell: (gap) => [time(gap.since), `, ${age(Date.now() - gap.since)} ago`] },
        { title: "decision", key: (gap) => (gap.writeOff ?? gap.reopened)?.at, cell: decision }], gaps)) : null,
      section("The document", facts(found, "found", "counterId", "gaps")),
    ];
  });
}

function decision(gap) {
  const of = gap.writeOff ?? gap.reopened;
  return of ? [gap.writeOff ? "written off " : "reopened ", time(of.at), ": ", h("span", { class: "said" }, visible(of.reason))] : "–";
}

function event() {
  return ofId("Event", "/event", "Id of the event: COUNTER:NUMBER", (found) => {
    const [, counterId, sequence] = found.eventId.match(/^(.*):(\d+)$/);
    const beside = (step) => link("event", `${counterId}:${Number(sequence) + step}`);
    return [
      h("p", {}, "Counter ", link("counter", counterId), found.adId ? [" · ad ", link("ad", found.adId)] : null, Number(sequence) ? [" · before it ", beside(-1)] : null, " · after it ", beside(1)),
      cards("The event", card("Fate", found.fate.replace("_", " "), found.counted ? "counted" : "not counted")),
      found.places.length ? section("In the archives", h("pre", { class: "said", tabindex: 0 }, found.places.map((each) => visible(each.text)).join("\n"))) : null,
      section("What is known", facts(found, "eventId", "places", "ad", "counter")),
    ];
  });
}

async function dayPage() {
  const shownDay = id || new Date().toISOString().slice(0, 10);
  const at = Date.parse(shownDay + "T00:00:00Z");
  const heading = title("Day", `Day ${visible(shownDay)}`);
  const fields = form("/day", field("Day", shownDay, "date"));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(shownDay) || Number.isNaN(at)) {
    page.replaceChildren(heading, fields, trouble(`Expected a date such as 2026-06-01, got '${shownDay}'.`));
    return;
  }
  const other = (step) => day(new Date(at + step * DAY_MS).toISOString().slice(0, 10));
  const ads = asking();
  const ofCounters = asking();
  page.replaceChildren(heading, fields, h("p", {}, other(-1), " · ", other(0), at + DAY_MS < Date.now() ? [" · ", other(1)] : null, ". A day is one of UTC."), section("Ads with most clicks", ads), section("Counters", ofCounters));
  const all = await ask("counters").catch(() => ({}));
  const ofDay = (all.counters ?? []).filter((row) => row.lastEventAtMs >= at && row.lastEventAtMs < at + DAY_MS);
  fill(ofCounters, note(ofDay.length ? "Those that had their last event on this day." : "No counter is known that had its last event on this day."), ofDay.length ? counterTable(ofDay) : null);
  await answer(ads, "day", { id: shownDay }, ({ ads: amount, sum, top, final }) => [
    note(`${count(amount, "ad")}: ${count(sum.impressions, "impression")}, ${count(sum.clicks, "click")}, cost ${money(sum.costMicros)}. ${final ? "Final." : "Events may still come."}`),
    table("ads", [{ title: "ad", key: (row) => row.adId, cell: (row) => link("ad", row.adId) }, ...counts], top)]);
}

const counterTable = (rows) => table("counters", [
  { title: "counter", key: (row) => row.counterId, cell: (row) => link("counter", row.counterId) },
  { title: "state", key: (row) => row.life, cell: (row) => badge(row.life) },
  { title: "events", number: true, key: (row) => row.next, cell: (row) => whole.format(row.next) },
  { title: "missing", number: true, key: (row) => row.missing, cell: (row) => whole.format(row.missing) },
  { title: "oldest gap", key: (row) => row.oldestGapMs, cell: (row) => (row.oldestGapMs == null ? "" : age(row.oldestGapMs)) },
  { title: "last event", key: (row) => row.lastEventAtMs, cell: (row) => time(row.lastEventAtMs) },
  { title: "numbers", key: (row) => row.missing / row.next, cell: (row) => gapBar(row.gaps, row.writtenOff, row.next) },
], rows, (row) => ({ "data-id": row.counterId, "data-missing": row.missing }));

function counters() {
  const filter = h("input", { id: "filter", type: "search", autocomplete: "off", spellcheck: "false", oninput: () => apply() });
  const gapsOnly = h("input", { id: "gaps-only", type: "checkbox", onchange: () => apply() });
  const hits = (row) => row.dataset.id.toLowerCase().includes(filter.value.trim().toLowerCase()) && (!gapsOnly.checked || row.dataset.missing !== "0");
  const apply = (within = page) => within.querySelectorAll("tbody tr").forEach((row) => (row.hidden = !hits(row)));
  page.replaceChildren(title("Counters"), note("A counter is one life of a service: it numbers the events. The bar shows all its numbers, the missing ones in red, those that were written off in grey."),
    h("div", { class: "filter" }, h("label", {}, "Filter", filter), h("label", { class: "check" }, gapsOnly, " only those with missing events")),
    refreshed(async () => {
      const said = await ask("counters", { most: MOST_ROWS });
      if (!said.counters) return trouble(said.trouble);
      if (!said.atMs) return note("Not known yet: Riak has not answered.");
      const { all, underWay } = said;
      if (!all) return note("No counter yet. A counter appears when its first event is counted.");
      const content = h("div", {}, note(count(all, "counter"), all > MOST_ROWS ? `, of which the first ${whole.format(MOST_ROWS)} are shown` : "", ", as they were at ", time(said.atMs), ".",
        underWay ? ` ${count(underWay, "event")} under way, younger than 1 min, not among the missing ones.` : ""), counterTable(said.counters));
      apply(content);
      return content;
    }));
}

async function rejects() {
  const place = asking();
  page.replaceChildren(title("Rejects"), note("Lines that could not be counted, by reason. Each is a gap of its counter until it is repaired and sent again."), place);
  await answer(place, "rejects", {}, (found) => (found.lines ? facts(found) : h("p", {}, "There are none.")));
}

// ---------- charts

const STEPS = [...Array(13).keys()].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

function colors() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

// A legend has the values where the pointer is; without a pointer, the newest.
function latest(plot) {
  if (plot.cursor.idx == null && plot.data[0].length) plot.setLegend({ idx: plot.data[0].length - 1 });
}

function drawn(place, height, data, options) {
  const color = colors();
  const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line") } };
  const plot = new uPlot({ width: place.clientWidth || 600, height, cursor: { y: false }, hooks: { ready: [latest], setCursor: [latest], setData: [latest] }, ...options(color, axis) }, data, place);
  const resized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  resized.observe(place);
  return plot;
}

// Clicks and impressions of an ad in a time; without one, the newest 36 hours, which its document has.
function series(lastEventAt) {
  const by = query.get("by") ?? "hour";
  const zone = new Date().getTimezoneOffset() % 60 ? "UTC" : (Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
  const from = query.get("from") ?? "";
  const to = query.get("to") ?? "";
  const split = (query.get("split") ?? "").trim();
  const bars = h("div", { id: "bars", "aria-hidden": "true" });
  const rows = h("div", { id: "series-rows" });
  const said = h("div");
  const choice = h("select", { name: "by" }, ["hour", "day", "week", "month"].map((each) => h("option", { selected: each === by }, each)));
  const refresh = async () => {
    if (document.hidden && rows.childElementCount) return;
    const { answer: found, trouble: failed, command: line } = await ask("series", { id, by, zone, from, to, split, at: lastEventAt || "" }).catch(() => ({ trouble: "The console does not answer. It is asked again every minute." }));
    fill(said, found ? note(`Times are those of ${found.zone}.`, found.note ? h("span", { class: "said" }, " " + found.note) : "") : null, trouble(failed), command(line));
    if (!found) return;
    // An hour has its offset, so its day of UTC is known; another period is the day of its name.
    const dayOf = (row) => (by === "hour" ? new Date(row.from).toISOString() : row.from).slice(0, 10);
    fill(rows, table("clicks and impressions", [{ title: by, key: (row) => row.from, cell: (row) => link("day", dayOf(row), row.label) },
      ...(found.split ? [{ title: found.split, key: (row) => row.value, cell: (row) => shown("value", row.value) }] : []), ...counts], found.rows.toReversed()));
    bars.replaceChildren();
    (found.split ? drawSplit : drawSeries)(bars, by, found.rows);
  };
  setInterval(refresh, SERIES_REFRESH_MS);
  setTimeout(refresh);
  return h("section", { class: "series", id: "series" }, h("h2", {}, "Clicks and impressions"),
    h("form", { class: "filter", action: "/ad" }, h("input", { type: "hidden", name: "id", value: id }), field("From", from, "date", "from"), field("To, not included", to, "date", "to"), h("label", {}, "By", choice),
      field("Split by", split, "text", "split"), h("button", {}, "Show")),
    said, h("div", { class: "parts" }, bars, rows));
}

// "2026-10-25 02:00 +02:00" is 02:00, "2026-10-25" is 10-25.
const short = (label) => (label.length > 10 ? label.slice(11, 16) : label.slice(5));

function drawSeries(place, by, rows) {
  const withZero = (u, min, max) => [Math.min(0, min * 1.1), Math.max(1, max * 1.1)];
  drawn(place, 220, [rows.map((_, i) => i), rows.map((row) => row.clicks), rows.map((row) => row.impressions)], (color, axis) => ({
    series: [{ label: by, value: (u, i) => rows[i]?.label ?? "–" },
      { label: "clicks", scale: "y", stroke: color("--events"), fill: color("--accent-soft"), width: 1, paths: uPlot.paths.bars({ size: [0.8, 60] }), points: { show: false } },
      { label: "impressions", scale: "impressions", stroke: color("--puts"), width: 1.5, points: { show: false } }],
    axes: [{ ...axis, values: (u, at) => at.map((i) => (Number.isInteger(i) && rows[i] ? short(rows[i].label) : "")) },
      { ...axis, size: 60, incrs: STEPS, label: "clicks" }, { ...axis, size: 70, incrs: STEPS, label: "impressions", scale: "impressions", side: 1, grid: { show: false } }],
    scales: { x: { time: false, range: [-0.6, rows.length - 0.4] }, y: { range: withZero }, impressions: { range: withZero } },
  }));
}

// The clicks of each period, those of the values above each other: the first by clicks lowest, others and none highest.
function drawSplit(place, by, rows) {
  const labels = [...new Set(rows.map((row) => row.label))];
  const ofValue = {};
  rows.filter((row) => row.value).forEach((row) => ((ofValue[row.value] ??= labels.map(() => 0))[labels.indexOf(row.label)] = row.clicks));
  const rank = ([value, clicks]) => (value.startsWith("(") ? 1 : -clicks.reduce((sum, each) => sum + each, 0));
  const parts = Object.entries(ofValue).sort((a, b) => rank(a) - rank(b));
  const sums = parts.map((_, i) => labels.map((_, at) => parts.slice(0, i + 1).reduce((sum, [, clicks]) => sum + clicks[at], 0)));
  const color = (i) => `hsl(${(210 + 67 * i) % 360} 55% 50%)`;
  drawn(place, 220, [labels.map((_, i) => i), ...sums.toReversed()], (_, axis) => ({
    series: [{ label: by, value: (u, i) => labels[i] ?? "–" },
      ...parts.map(([value, clicks], i) => ({ label: value, value: (u, sum, s, at) => number(clicks[at]), stroke: color(i), fill: color(i), width: 1, paths: uPlot.paths.bars({ size: [0.8, 60] }), points: { show: false } })).toReversed()],
    axes: [{ ...axis, values: (u, at) => at.map((i) => (Number.isInteger(i) && labels[i] ? short(labels[i]) : "")) }, { ...axis, size: 60, incrs: STEPS, label: "clicks" }],
    scales: { x: { time: false, range: [-0.6, labels.length - 0.4] }, y: { range: (u, min, max) => [Math.min(0, min * 1.1), Math.max(1, max * 1.1)] } },
  }));
}

// ---------- the first page, asked each second; the console asks everybody once for all viewers

function lines(list, items, quiet, css) {
  const wanted = items.length || !quiet ? items : [quiet];
  const shownNow = JSON.stringify([wanted, css]);
  if (list.dataset.shown === shownNow) return;
  list.dataset.shown = shownNow;
  list.replaceChildren(...wanted.map((item) => h("li", { class: items.length ? null : css }, visible(item))));
}

function equation(prefix, terms) {
  for (const term of ["received", "counted", "duplicates", "rejected", "unfinished"]) {
    text(prefix + term, terms ? whole.format(Math.round(terms[term])) : "–");
  }
}

function show(now) {
  const { events, puts, times, queue, counters: all } = now;
  const missing = all && all.gaps.total - all.gaps.under1Min;
  text("rate", events ? number(events.countedPerSecond) : "–");
  equation("m-", events && events.lastMinute);
  equation("s-", events && events.sinceStart);
  text("s-why", events && !events.sinceStart ? "A worker was restarted: the sums since the workers’ start do not belong together." : "");
  text("pending", events ? `${number(events.pending)} events pending` : "not known");
  text("oldest", times ? duration(times.oldestPending) : "–");
  text("puts", puts ? number(puts.perSecond) : "–");
  text("puts-note", puts ? `a second, ${number(puts.eventsPerPut)} events each, ${number(puts.siblings)} siblings` : "not known");
  text("deferral", times ? duration(times.deferral) : "–");
  text("deferral-note", `99 of 100 puts waited less; the bound is ${duration(now.deferralBoundS)}`);
  text("durable", times ? duration(times.durable) : "–");
  text("answer", times ? duration(times.putAnswer) : "–");
  text("doubts", puts ? `99 of 100 puts; ${number(puts.doubts)} in doubt` : "not known");
  text("queue", queue ? (queue.exact ? "" : "≥ ") + number(queue.messages) : "–");
  text("queue-note", !queue ? "not known" : "messages" + (queue.drainS ? `, empty in ${duration(queue.drainS)}` : queue.drainS === 0 && queue.messages ? ", steady" : ""));
  text("missing", all ? number(missing) : "–");
  text("missing-note", !all ? "not known" : [missing ? `the oldest for ${duration(now.oldestGapMs / 1000)}` : "of all counters",
    all.gaps.under1Min ? `${number(all.gaps.under1Min)} under way, younger than 1 min` : "", all.rejected ? `${number(all.rejected)} in the queue of rejects` : ""].filter(Boolean).join("; "));
  text("counters", all ? number(all.counters) : "–");
  text("counters-note", all ? `${all.alive} alive, ${all.silent} silent, ${all.closed} closed` : "not known");
  const nobody = now.away.length ? "Nothing else is known." : all ? "Nobody" + (now.watch.length ? " yet." : ". All is well.") : "Not known yet.";
  lines(byId("attention"), now.attention, nobody, now.away.length ? null : "quiet");
  lines(byId("watch"), now.watch, "");
  text("as-of", "as of " + clock(now.atMs / 1000));
  showAway(now);
}

function rates(data) {
  const columnsOf = ({ atS, events, puts }) => [atS, events, puts];
  let columns = columnsOf(data);
  const plot = drawn(byId("chart"), 200, columns, (color, axis) => ({
    series: [{ label: "time", value: (u, at) => (at == null ? "–" : clock(at)) },
      { label: "events/s", value: (u, rate) => number(rate), stroke: color("--events"), width: 2, fill: color("--accent-soft"), points: { show: false } },
      { label: "puts/s", value: (u, rate) => number(rate), stroke: color("--puts"), width: 1.5, points: { show: false } }],
    axes: [{ ...axis, space: 90, values: (u, at) => at.map(clock) }, { ...axis, size: 60 }],
    scales: { y: { range: (u, min, max) => [0, Math.max(1, max * 1.1)] } },
  }));
  const minutes = byId("minutes");
  const range = () => {
    const first = columns[0].findIndex((at) => at >= columns[0].at(-1) - minutes.value * 60);
    plot.setData(columns.map((column) => column.slice(Math.max(0, first))));
  };
  minutes.addEventListener("change", range);
  return async (now) => {
    const at = Math.round(now.atMs / 1000);
    const last = columns[0].at(-1);
    if (last === at) return;
    if (at - last > MOST_GAP_S) {
      columns = columnsOf(await ask("history")); // nobody looked for a while
    } else {
      columns[0].push(at);
      columns[1].push(now.events ? now.events.countedPerSecond : null);
      columns[2].push(now.puts ? now.puts.perSecond : null);
    }
    while (columns[0][0] < at - HOUR_S) columns.forEach((column) => column.shift());
    range();
  };
}

async function nowPage() {
  page.replaceChildren(title("Now"), byId("now").content.cloneNode(true));
  const draw = rates(await ask("history"));
  every(NOW_REFRESH_MS, async () => {
    const now = await ask("");
    if (now === null) return; // the console has just started
    if (!now.atMs) throw new Error(now.trouble);
    show(now);
    await draw(now);
  });
}

// ---------- which page

async function find(submitted) {
  submitted.preventDefault();
  const wanted = new FormData(submitted.target).get("q").trim();
  if (!wanted) return;
  const go = (where) => location.assign(`/${where}?id=${encodeURIComponent(wanted)}`);
  if (/^[\w.-]+:\d{1,16}$/.test(wanted)) return go("event");
  if (/^\d{4}-\d{2}-\d{2}$/.test(wanted)) return go("day");
  const known = await ask("counters", { id: wanted }).catch(() => ({}));
  go(known.counters?.length ? "counter" : "ad");
}

const ROUTES = { "/": nowPage, "/counters": counters, "/counter": counter, "/ad": ad, "/event": event, "/day": dayPage, "/rejects": rejects };
history.replaceState(null, "", location.pathname + location.search.replace(/([?&])token=[^&]*&?/, "$1").replace(/[?&]$/, "")); // the token stays in the cookie alone
byId("search").addEventListener("submit", find);
document.querySelectorAll("nav a").forEach((each) => each.getAttribute("href") === location.pathname && each.setAttribute("aria-current", "page"));
Promise.resolve().then(ROUTES[location.pathname]).catch((failure) => page.append(trouble(`This page could not be drawn: ${failure.message}. Load it again.`)));
