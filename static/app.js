// Small comforts; every page works without this file.
(() => {
  "use strict";
  const body = document.body;
  const wide = matchMedia("(min-width: 62.5em)");
  body.classList.add("js");
  if (isSecureContext) document.head.append(Object.assign(document.createElement("script"), { src: body.dataset.secure }));

  // A file goes to the browser, a fault of ours leaves the page and what was typed as they are.
  document.addEventListener("htmx:before:response", (event) => {
    const { raw, status: code } = event.detail.ctx.response;
    const isPage = (raw.headers.get("Content-Type") || "").startsWith("text/html");
    if (code < 500 && isPage) return;
    event.preventDefault();
    if (event.detail.ctx.request.method === "GET" && !event.detail.ctx.target?.matches?.(".beside")) location.assign(raw.url);
  });

  // What was refused keeps the address it came from; the same address is not stacked up.
  document.addEventListener("htmx:before:history:update", (event) => {
    const { history: step, response } = event.detail;
    if (response?.status >= 400) event.preventDefault();
    else if (step.path === location.pathname + location.search) step.type = "replace";
  });

  // Beside the table, where there is room, lies the sheet.
  const laySheet = () => {
    const beside = document.querySelector(".beside[data-sheet]");
    if (!beside || !wide.matches || !window.htmx) return;
    htmx.ajax("GET", beside.dataset.sheet, { target: beside, select: "#pad", swap: "innerMorph" });
  };
  // A game's own style sheet stays: what is swapped in next finds it at once.
  const keepStyle = () => {
    const style = document.querySelector("#page > link[href]");
    if (style && !document.head.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style.cloneNode());
  };
  document.addEventListener("htmx:after:swap", (event) => {
    const target = event.detail.ctx.target;
    if (target?.id !== "page" && target !== body) return;
    keepStyle();
    laySheet();
    if (event.detail.ctx.isQuiet) return; // live.js shows what others entered
    const refused = document.querySelector("#page [role=alert]");
    if (!refused && document.activeElement !== body) return; // htmx kept it where it was
    const first = refused || document.querySelector("#page [autofocus], #page .turn, #page .why h3") || document.querySelector("#page h1");
    if (!first) return;
    if (!first.matches("a, button, input, select, textarea, [tabindex]")) first.tabIndex = -1;
    first.focus({ preventScroll: true });
    if (refused) (document.querySelector("#page .bad") || refused).scrollIntoView(); // the question, with its refusal below
    first.closest(".why")?.scrollIntoView({ block: "nearest" }); // an opened row shows its reasons
  });
  // A refusal goes as soon as its field is answered anew.
  document.addEventListener("input", (event) => {
    const field = event.target.closest(".bad");
    field?.classList.remove("bad");
    field?.querySelectorAll(".err").forEach((one) => one.remove());
    document.querySelectorAll(`.err[data-of~="${CSS.escape(event.target.name)}"]`).forEach((one) => one.remove());
  });

  // What was changed stands on every phone until it was seen there.
  const seen = () => `seen:${location.pathname.match(/\/t\/[^/]+/)}`;
  const hideSeen = () => {
    const change = document.querySelector(".change");
    try { if (change) change.hidden = Number(localStorage.getItem(seen())) >= Number(change.dataset.change); } catch { /* it stays */ }
  };
  document.addEventListener("click", (event) => {
    const change = event.target.closest("[data-seen]")?.closest(".change");
    if (!change) return;
    try { localStorage.setItem(seen(), change.dataset.change); } catch { /* until the next page */ }
    change.hidden = true;
  });
  document.addEventListener("htmx:after:swap", hideSeen);
  hideSeen();
  wide.addEventListener("change", laySheet);
  document.addEventListener("live:moved", laySheet);
  htmxCame.then(() => {
    keepStyle();
    laySheet();
  });
})();
