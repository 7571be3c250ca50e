// The first page: one stream of events from the console, which asks everybody once for all viewers.
import uPlot from "/static/uplot.js";
import { latest } from "/static/legend.js";

const byId = (id) => document.getElementById(id);
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const number = (value) => (value == null ? "–" : (Math.abs(value) < 10 ? tenth : whole).format(value));
const HOUR_S = 3600;

function duration(seconds) {
  if (seconds == null) return "–";
  if (seconds < 0.9995) return whole.format(seconds * 1000) + " ms";
  if (seconds < 120) return tenth.format(seconds) + " s";
  if (seconds < 7200) return whole.format(seconds / 60) + " min";
  return whole.format(seconds / 3600) + " h";
}

function text(id, value) {
  const element = byId(id);
  if (element.textContent !== value) element.textContent = value;
}

function equation(prefix, terms) {
  for (const term of ["received", "counted", "duplicates", "rejected", "unfinished"]) {
    text(prefix + term, terms ? whole.format(Math.round(terms[term])) : "–");
  }
}

function lines(list, items, quiet) {
  const wanted = items.length || !quiet ? items : [quiet];
  if (list.dataset.shown === JSON.stringify(wanted)) return;
  list.dataset.shown = JSON.stringify(wanted);
  list.replaceChildren(...wanted.map((item) => {
    const line = document.createElement(list.tagName === "UL" ? "li" : "p");
    line.textContent = item;
    if (!items.length) line.className = "quiet";
    return line;
  }));
}

// What is read out has no times: it changes only when something else does not answer.
function away(shown, spoken) {
  byId("away").replaceChildren(...shown.map((each) => {
    const line = document.createElement("p");
    line.textContent = each;
    return line;
  }));
  text("spoken", spoken);
}

function show(now) {
  const { events, puts, times, queue, counters } = now;
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
  text("missing", counters ? number(counters.missing) : "–");
  text("missing-note", !counters ? "not known" : [counters.missing ? `the oldest for ${duration(counters.oldestGapMs / 1000)}` : "of all counters",
    counters.underWay ? `${number(counters.underWay)} under way, younger than 1 min` : "", counters.rejected ? `${number(counters.rejected)} in the queue of rejects` : ""].filter(Boolean).join("; "));
  text("counters", counters ? number(counters.all) : "–");
  text("counters-note", counters ? `${counters.alive} alive, ${counters.silent} silent, ${counters.closed} closed` : "not known");
  const nobody = now.away.length ? "Nothing else is known." : counters ? "Nobody" + (now.watch.length ? " yet." : ". All is well.") : "Not known yet.";
  lines(byId("attention"), now.attention, nobody);
  lines(byId("watch"), now.watch, "");
  const since = (away) => duration(Math.max(0, (now.atMs - away.sinceMs) / 1000));
  away(now.away.map((each) => `No answer from ${each.what} for ${since(each)}: ${each.why}`),
    now.away.map((each) => `No answer from ${each.what}.`).join(" "));
  document.body.dataset.at = now.atMs;
}

function colors() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

const clock = (atS) => new Date(atS * 1000).toLocaleTimeString("en-GB");

function chart(data) {
  const color = colors();
  const place = byId("chart");
  const columns = [data.atS, data.events, data.puts];
  const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line") } };
  const plot = new uPlot({
    width: place.clientWidth, height: 200,
    series: [{ label: "time", value: (u, at) => (at == null ? "–" : clock(at)) }, { label: "events/s", value: (u, rate) => number(rate), stroke: color("--events"), width: 2, fill: color("--accent-soft"), points: { show: false } },
      { label: "puts/s", value: (u, rate) => number(rate), stroke: color("--puts"), width: 1.5, points: { show: false } }],
    axes: [{ ...axis, space: 90, values: (u, at) => at.map(clock) }, { ...axis, size: 60 }],
    scales: { y: { range: (u, min, max) => [0, Math.max(1, max * 1.1)] } },
    cursor: { y: false },
    hooks: { setCursor: [latest], setData: [latest] },
  }, columns, place);
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: 200 })).observe(place);
  return (now) => {
    const at = Math.round(now.atMs / 1000);
    if (columns[0].at(-1) === at) return;
    columns[0].push(at);
    columns[1].push(now.events ? now.events.countedPerSecond : null);
    columns[2].push(now.puts ? now.puts.perSecond : null);
    while (columns[0][0] < at - HOUR_S) columns.forEach((column) => column.shift());
    plot.setData(columns);
  };
}

history.replaceState(null, "", location.pathname); // the token stays in the cookie alone
const first = JSON.parse(byId("first").textContent);
if (first.now) show(first.now);
const draw = chart(first.history);
let newest = first.now;
const stream = new EventSource("/events");
stream.onmessage = (event) => {
  const now = JSON.parse(event.data);
  newest = now;
  show(now);
  draw(now);
};
stream.onerror = () => {
  const silent = "The console does not answer. It is asked again every two seconds.";
  away([silent + (newest ? ` All numbers are those of ${clock(newest.atMs / 1000)}.` : "")], silent);
};
