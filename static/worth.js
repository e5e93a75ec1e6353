// What a result would bring, beside Save, while it is filled in: the server counts it as it would count the entry. What a
// line says, below it, while it is typed; the key / goes to its field.
// Nothing stands there while it isn't known, without a connection, or without this file.
(() => {
  "use strict";
  const PAUSE = 250; // ms without a change after which it is asked
  let timer = 0;
  let asking = null;
  const ask = async (place) => {
    asking = new AbortController();
    const { signal } = asking;
    const body = new URLSearchParams(new FormData(place.closest("form")));
    try {
      const raw = await fetch(place.dataset.worth, { method: "POST", body, signal });
      const html = raw.ok && raw.headers.get("Scorekeeper") ? await raw.text() : "";
      if (!signal.aborted) place.innerHTML = html;
    } catch { /* it stays empty */ }
  };
  const read = (form) => {
    if (!form.isConnected) return; // another page has come meanwhile
    const asked = new URLSearchParams(new FormData(form));
    htmx.ajax("GET", `${form.getAttribute("action")}?${asked}`, { source: form.nextElementSibling, target: "#read", select: "#read", swap: "outerHTML" });
  };
  document.addEventListener("input", (event) => {
    const line = event.target.closest("[data-line]");
    if (line) {
      clearTimeout(timer);
      document.getElementById("read").inert = true; // what was read is of another line
      timer = setTimeout(read, PAUSE, line);
    }
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target?.id === "read") document.getElementById("read").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    const field = document.getElementById("line");
    if (event.key !== "/" || !field || event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener("input", (event) => {
    const place = event.target.closest("form")?.querySelector("[data-worth]");
    if (!place) return;
    clearTimeout(timer);
    asking?.abort();
    place.replaceChildren();
    timer = setTimeout(ask, PAUSE, place);
  });
})();
