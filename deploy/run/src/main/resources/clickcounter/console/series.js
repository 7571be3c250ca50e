// The chart of an ad by the hour or by the day, in the browser's time zone, and a table of the same. What is not built
// is null: there is no column, and the table says so.
import uPlot from "/static/uplot.js";
import { latest } from "/static/legend.js";

const byId = (id) => document.getElementById(id);
const section = byId("series");
const place = byId("bars");
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
const HEIGHT = 220;
const REFRESH_MS = 60000;
// Counts are whole, so the steps of their axes are.
const STEPS = [...Array(13).keys()].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));
let by = "hour";
let plot = null;
let shownAt = "";

// Exact: micros are never divided as floating numbers. At least two decimals. Below zero, if more was taken back than charged.
function money(micros) {
  if (micros < 0) return "-" + money(-micros);
  const digits = String(micros).padStart(7, "0");
  return digits.slice(0, -6) + "." + digits.slice(-6).replace(/0{1,4}$/, "");
}

// An hour's label has its offset, so its day of UTC is known; a day is the day of its name.
const dayOf = (label) => (label.length > 10 ? new Date(label.replace(" ", "T").replace(" ", "")).toISOString().slice(0, 10) : label);

function day(label) {
  const link = document.createElement("a");
  link.href = "/day?id=" + dayOf(label);
  link.textContent = label;
  return link;
}

// Every other part is a day.
const withDays = (text) => text.split(/(\d{4}-\d{2}-\d{2})/).map((part, i) => (i % 2 ? day(part) : part));

function cell(name, content, number) {
  const element = document.createElement(name);
  element.append(content);
  if (number) element.className = "n";
  else element.scope = "row";
  return element;
}

function table(data) {
  byId("series-by").textContent = data.by;
  byId("series-rows").replaceChildren(...data.labels.map((label, i) => {
    const row = document.createElement("tr");
    row.append(cell("th", day(label), false), ...[[data.impressions, whole.format], [data.clicks, whole.format], [data.costMicros, money], [data.invalid, whole.format]]
      .map(([counts, text]) => cell("td", counts[i] === null ? "not built" : text(counts[i]), true)));
    return row;
  }).reverse());
}

// "2026-10-25 02:00 +02:00" is 02:00, "2026-10-25" is 10-25.
const short = (label) => (label.length > 10 ? label.slice(11, 16) : label.slice(5));

function chart(data) {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  const labels = data.labels;
  const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line") } };
  const withZero = (u, min, max) => [Math.min(0, min * 1.1), Math.max(1, max * 1.1)];
  plot?.destroy();
  plot = new uPlot({
    width: place.clientWidth, height: HEIGHT,
    series: [{ label: data.by, value: (u, i) => labels[i] ?? "–" },
      { label: "clicks", scale: "y", stroke: color("--events"), fill: color("--accent-soft"), width: 1,
        paths: uPlot.paths.bars({ size: [0.8, 60] }), points: { show: false } },
      { label: "impressions", scale: "impressions", stroke: color("--puts"), width: 1.5, points: { show: false } }],
    axes: [{ ...axis, values: (u, at) => at.map((i) => (Number.isInteger(i) && labels[i] ? short(labels[i]) : "")) },
      { ...axis, size: 60, incrs: STEPS }, { ...axis, size: 70, incrs: STEPS, scale: "impressions", side: 1, grid: { show: false } }],
    scales: { x: { time: false, range: [-0.6, labels.length - 0.4] }, y: { range: withZero }, impressions: { range: withZero } },
    cursor: { y: false },
    hooks: { ready: [latest], setCursor: [latest] },
  }, [labels.map((_, i) => i), data.clicks, data.impressions], place);
}

function note(text) {
  if (byId("series-note").textContent !== text) byId("series-note").replaceChildren(...withDays(text));
}

async function refresh() {
  if (document.hidden) return;
  const wanted = by;
  const query = new URLSearchParams({ id: section.dataset.id, by: wanted, zone });
  const answer = await fetch("/api/series?" + query).catch(() => null);
  const data = await answer?.json().catch(() => null);
  if (wanted !== by) return;
  if (!data || !answer.ok) {
    note((data?.error ?? "The console does not answer. It is asked again every minute.")
      + (shownAt ? ` What is shown is of ${shownAt}.` : ""));
    return;
  }
  note(`Times are those of ${data.zone}.` + (data.note ? " " + data.note : ""));
  table(data);
  chart(data);
  shownAt = new Date().toLocaleTimeString("en-GB");
}

for (const button of section.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    by = button.dataset.by;
    section.querySelectorAll("button").forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
    refresh();
  });
}
new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
setInterval(refresh, REFRESH_MS);
refresh();
