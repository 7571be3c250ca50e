// Pages with a table: the same table and what is away again every few seconds, and a filter where there is one.
const filter = document.getElementById("filter");
const gapsOnly = document.getElementById("gaps-only");
const place = document.getElementById("refreshed");
const REFRESH_MS = 3000;
let refreshedAt = new Date();

function apply() {
  if (!filter) return;
  const wanted = filter.value.trim().toLowerCase();
  for (const row of place.querySelectorAll("tbody tr")) {
    const hit = row.dataset.id.toLowerCase().includes(wanted) && (!gapsOnly.checked || row.dataset.missing !== "0");
    row.hidden = !hit;
  }
}

// What is read out changes only when something else does not answer.
function speak() {
  const spoken = document.getElementById("spoken");
  const now = document.getElementById("away").dataset.spoken;
  if (spoken.textContent !== now) spoken.textContent = now;
}

function showSilence() {
  const away = document.getElementById("away");
  const line = document.createElement("p");
  const silent = "The console does not answer. It is asked again every three seconds.";
  line.textContent = silent + ` All numbers are those of ${refreshedAt.toLocaleTimeString("en-GB")}.`;
  away.dataset.spoken = silent;
  away.replaceChildren(line);
  speak();
}

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname + location.search).catch(() => null);
  if (!answer || !answer.ok) {
    showSilence();
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  refreshedAt = new Date();
  document.getElementById("away").replaceWith(page.getElementById("away"));
  const focused = place.contains(document.activeElement);
  if (!focused) place.replaceChildren(...page.getElementById("refreshed").childNodes);
  apply();
  speak();
}

filter?.addEventListener("input", apply);
gapsOnly?.addEventListener("change", apply);
setInterval(refresh, REFRESH_MS);
speak();
