// This phone is a witness: it keeps the last head of each table that it has seen, and warns when a
// later history lacks it. Without this file the fingerprints can still be compared by eye.
(() => {
  "use strict";
  const line = () => document.querySelector("#status [data-head]");
  const notice = () => document.getElementById("witness");
  const key = (shown) => `head:${shown.heads}`;
  let asked = "";

  const kept = (shown) => {
    try {
      return JSON.parse(localStorage.getItem(key(shown)));
    } catch {
      return null; // no storage, or not ours
    }
  };
  const keep = (shown) => {
    const value = { entry: Number(shown.number), head: shown.head, fingerprint: shown.fingerprint };
    try {
      localStorage.setItem(key(shown), JSON.stringify(value));
    } catch {} // full, or not allowed: then this phone is no witness
  };

  // Leaving a table forgets it on this phone, once another page is there: its heads, what was half
  // typed and seen there, and the last score.
  document.addEventListener("submit", (event) => {
    const left = event.target.dataset.leaves;
    try {
      if (left) sessionStorage.setItem("left", left);
    } catch {} // nothing is kept here
  });
  const forget = () => {
    try {
      const left = sessionStorage.getItem("left");
      if (!left || location.pathname.startsWith(left)) return;
      const table = left.replace(/\/$/, "");
      for (const name of Object.keys(localStorage)) if (name === "score" || /^(head|draft|seen):/.test(name) && name.includes(table)) localStorage.removeItem(name);
      sessionStorage.removeItem("left");
    } catch {} // nothing is kept here
  };
  forget();

  const look = async () => {
    const shown = line()?.dataset;
    if (!shown || !Number(shown.number)) return;
    const mine = kept(shown);
    if (!mine?.head) return keep(shown);
    if (mine.head === shown.head || asked === mine.head + shown.head) return;
    asked = mine.head + shown.head;
    const address = shown.heads.replace(/[^/]*$/, encodeURIComponent(mine.head));
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    const found = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!found) asked = ""; // no connection: ask again
    else if (found.entry === null) warn(mine, shown);
    // An older page may have come back, or another head may have been kept while this was asked.
    else if (mine.entry <= Number(shown.number) && kept(shown)?.head === mine.head) keep(shown);
  };

  const warn = (mine, shown) => {
    const box = notice();
    if (!box) return;
    const words = box.querySelector("p");
    words.textContent = words.textContent.replace("{entry}", mine.entry).replace("{fingerprint}", mine.fingerprint ?? mine.seal);
    document.getElementById("page").prepend(box);
    box.setAttribute("aria-live", "assertive");
    box.hidden = false;
    box.querySelector("button").addEventListener("click", () => {
      keep(shown);
      box.hidden = true;
    });
  };

  document.addEventListener("htmx:after:swap", () => {
    if (!notice() || notice().hidden) asked = "";
    look();
  });
  look();
})();
