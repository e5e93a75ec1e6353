// What a browser grants over TLS (and on this very computer) only; app.js loads it there.
(() => {
  "use strict";
  const { body } = document;
  const memory = (name, value) => {
    try {
      if (value === undefined) return localStorage.getItem(name) || "";
      localStorage.setItem(name, value);
    } catch { /* this phone keeps nothing */ }
    return "";
  };

  if ("serviceWorker" in navigator) navigator.serviceWorker.register(body.dataset.worker).catch(() => {});

  // The screen stays on while a table is shown, where this phone was asked for that.
  let lock = null;
  const isWanted = () => memory("awake") === "yes" && document.getElementById("ask") && document.visibilityState === "visible";
  const watch = async () => {
    if (!("wakeLock" in navigator)) return;
    if (isWanted() && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen").catch(() => null);
    else if (!isWanted() && lock) await lock.release().catch(() => {});
  };
  const offer = () => {
    const choice = document.getElementById("awake");
    if (!choice || !("wakeLock" in navigator)) return;
    choice.hidden = false;
    choice.querySelector("button").setAttribute("aria-pressed", String(memory("awake") === "yes"));
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#awake button")) return;
    memory("awake", memory("awake") === "yes" ? "no" : "yes");
    offer();
    watch();
  });
  document.addEventListener("visibilitychange", watch);

  // The last score that was seen, for the page without a connection.
  const text = (one) => (one?.textContent || "").replace(/\s+/g, " ").trim();
  const remember = () => {
    const sides = [...document.querySelectorAll("#page .strip .side")].map((side) => {
      const total = side.querySelector(".side-pt > b") || side.querySelector("b");
      const names = [...side.querySelectorAll(".side-id > b, i")].map(text).filter(Boolean);
      return [names.join(" & "), text(total)];
    });
    if (sides.length) memory("score", JSON.stringify({ sides, at: Date.now() }));
  };
  const recall = () => {
    const place = document.getElementById("last-score");
    const { sides, at } = JSON.parse(memory("score") || "{}");
    if (!place || !sides) return;
    const list = place.querySelector("dl");
    list.replaceChildren(...sides.flatMap(([name, total]) => {
      const pair = [document.createElement("dt"), document.createElement("dd")];
      pair[0].textContent = name;
      pair[1].textContent = total;
      return pair;
    }));
    const clock = new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    place.querySelector("h2").textContent = place.dataset.asOf.replace("{time}", clock);
    place.hidden = false;
    addEventListener("online", () => location.reload());
  };

  const look = () => {
    remember();
    offer();
    watch();
  };
  document.addEventListener("htmx:after:swap", look);
  recall();
  look();
})();
