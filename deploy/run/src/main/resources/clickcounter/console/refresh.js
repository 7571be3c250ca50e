// Pages with a table: the same table again every few seconds, and a filter where there is one.
const filter = document.getElementById("filter");
const gapsOnly = document.getElementById("gaps-only");
const place = document.getElementById("refreshed");
const REFRESH_MS = 3000;

function apply() {
  if (!filter) return;
  const wanted = filter.value.trim().toLowerCase();
  for (const row of place.querySelectorAll("tbody tr")) {
    const hit = row.dataset.id.toLowerCase().includes(wanted) && (!gapsOnly.checked || row.dataset.missing !== "0");
    row.hidden = !hit;
  }
}

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = place.contains(document.activeElement);
  if (!focused) place.replaceChildren(...page.getElementById("refreshed").childNodes);
  apply();
}

filter?.addEventListener("input", apply);
gapsOnly?.addEventListener("change", apply);
setInterval(refresh, REFRESH_MS);
