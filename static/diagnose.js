// Fills in what this phone can.
(() => {
  "use strict";
  const kept = () => {
    localStorage.setItem("probe", "1");
    localStorage.removeItem("probe");
    return true;
  };
  const probes = {
    script: () => true,
    stream: () => "EventSource" in window,
    storage: kept,
    secure: () => isSecureContext,
    worker: () => isSecureContext && "serviceWorker" in navigator,
    awake: () => "wakeLock" in navigator,
  };
  for (const row of document.querySelectorAll("[data-probe]")) {
    let can = false;
    try { can = probes[row.dataset.probe](); } catch { /* it can't */ }
    row.querySelector("b").textContent = can ? row.dataset.yes : row.dataset.no;
    row.dataset.can = can;
  }
})();
