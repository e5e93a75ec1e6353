// Follows the table: what is entered on any phone is shown here without a reload. The server sends
// the whole state, so whatever was missed, the next one makes it good. Without this file a page
// shows the table as it was when it was drawn.
(() => {
  "use strict";
  const BEAT = 40000; // ms without a sign of life after which a stream is taken for dead
  const POLL = 3000; // ms between polls
  const FULL = 60000; // ms after which a stream is tried again where there was none to be had
  const page = () => document.getElementById("page");
  const line = () => document.getElementById("status");
  const around = (ms) => ms * (0.6 + 0.8 * Math.random()); // so that not all phones come at once
  let address = ""; // of the table's states
  let stream = null;
  let state = null; // the last one received
  let timer = 0;
  let alive = 0; // the timer that finds a dead stream out
  let failures = 0;
  let streamFrom = 0; // when a stream may be tried again
  let isTouched = false; // something was chosen or typed on this page
  let asking = null; // the page is being asked for again
  let busy = 0; // requests of htmx under way
  let shown = 0; // the entry that was last said aloud
  let freshTimer = 0; // the timer of what changes by itself while it is looked at
  let lifted = 0; // the wait after a finger has left
  let isHeld = false; // a finger is on the page: nothing moves under it

  // ---- what arrives ----

  const part = (id, html) => {
    const old = document.getElementById(id);
    if (!old || !html || old.outerHTML === html) return null;
    return htmx.swap({ text: html, target: old, swap: "outerMorph show:none", sourceElement: document.body });
  };
  // The strip without what is answered on this very page.
  const stripHere = () => {
    const box = document.createElement("template");
    box.innerHTML = state.strip;
    for (const one of box.content.querySelectorAll(".asked")) {
      const to = new URL(one.querySelector("a").getAttribute("href"), location.href);
      if (to.pathname === location.pathname) one.remove();
    }
    return box.content.firstElementChild?.outerHTML ?? ""; // a night has none
  };
  const drawnAt = () => Number(line()?.dataset.entry); // the last entry that this page knows
  const isBehind = () => Boolean(state) && state.entry > drawnAt();
  const mayRefresh = () => "again" in line().dataset && !isTouched && !page().querySelector("[role=alert]:not([hidden]), [aria-busy=true]");

  const show = async () => {
    if (isHeld || !state || !line()?.dataset.live || state.entry < drawnAt()) return;
    const isNext = isBehind() && !busy && !asking && mayRefresh(); // asked for at once; the strip needs no page
    await Promise.all([isNext && refresh(), part("strip", stripHere()), part("now", state.now)]);
    mark();
  };

  // Where the page must stay as it is, it says what it doesn't show.
  const mark = () => {
    const isSending = page().querySelector("[aria-busy=true]"); // outbox.js turns the page then
    const behind = isBehind() && !busy && !asking && !isSending;
    page().classList.toggle("behind", behind);
    const link = page().querySelector(".meanwhile");
    if (!link) return;
    link.hidden = !behind;
    link.href = location.pathname + location.search;
    if (behind && aloud()) document.dispatchEvent(new Event("live:moved"));
  };

  // Said once, to those who listen: what others entered.
  const aloud = () => {
    if (!state || state.entry <= shown) return false;
    shown = state.entry;
    let voice = document.getElementById("heard");
    if (!voice) {
      voice = document.createElement("span");
      voice.id = "heard";
      voice.className = "vh";
      line().append(voice);
    }
    voice.textContent = state.said;
    return true;
  };

  // The same page as it is now, put in without moving what is being read.
  const refresh = async () => {
    asking = new AbortController();
    const { signal } = asking;
    const at = location.pathname + location.search;
    try {
      const raw = await fetch(at, { headers: { "HX-Request": "true", Accept: "text/html" }, signal });
      const html = await raw.text();
      if (signal.aborted || isTouched || isHeld || busy || !raw.ok || raw.redirected || !raw.headers.get("Scorekeeper")) return;
      const had = document.activeElement;
      const wasMine = isMine();
      const fresh = new DOMParser().parseFromString(html, "text/html");
      for (const one of fresh.querySelectorAll("[autofocus]")) one.removeAttribute("autofocus");
      for (const one of fresh.querySelectorAll("[hx-preserve]")) one.removeAttribute("hx-preserve"); // a morph skips it
      keepOpen(fresh);
      const title = fresh.querySelector("title")?.textContent;
      await htmx.swap({ text: fresh.getElementById("page").outerHTML, target: page(), select: "#page", swap: "outerMorph show:none", sourceElement: document.body, isQuiet: true });
      if (title) document.title = title;
      keepFocus(had);
      aloud();
      if (isMine() && !wasMine && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80); // browsers refuse it before a tap
    } catch (fault) {
      if (fault.name !== "AbortError") later(poll, POLL);
    } finally {
      if (asking?.signal === signal) asking = null;
    }
  };
  const isMine = () => Boolean(page().querySelector(".whose.mine")); // the turn
  // What was unfolded stays so: told by its id, else by its words.
  const keepOpen = (fresh) => {
    const nameOf = (one) => one.id || one.querySelector("summary")?.textContent.trim();
    const open = new Set([...page().querySelectorAll("details[open]")].map(nameOf));
    for (const one of fresh.querySelectorAll("details")) if (open.has(nameOf(one))) one.open = true;
  };
  const keepFocus = (had) => {
    if (!had || had === document.body || !had.isConnected || had === document.activeElement) return;
    if (had.tabIndex < 0) had.tabIndex = -1;
    had.focus({ preventScroll: true });
  };

  const take = (text) => {
    try { state = JSON.parse(text); } catch { return; }
    show();
  };

  // ---- how it arrives: a stream, or a poll where there is none ----

  const later = (what, ms) => {
    clearTimeout(timer);
    timer = setTimeout(what, around(ms));
  };
  const sayLink = (word) => {
    document.body.dataset.live = word;
    document.dispatchEvent(new CustomEvent("live:link", { detail: word }));
  };
  const close = () => {
    clearTimeout(timer);
    clearTimeout(alive);
    stream?.close();
    stream = null;
  };
  const beat = () => {
    failures = 0;
    sayLink("on");
    clearTimeout(alive);
    alive = setTimeout(open, BEAT);
  };
  const open = () => {
    close();
    if (!address || document.visibilityState === "hidden") return;
    const early = takeStream(address);
    const mine = (stream = early?.stream || new EventSource(address));
    alive = setTimeout(open, BEAT);
    mine.onopen = beat;
    mine.addEventListener("beat", beat);
    mine.onmessage = (event) => { beat(); take(event.data); };
    mine.onerror = () => {
      if (stream !== mine) return;
      const isRefused = mine.readyState === EventSource.CLOSED;
      close();
      streamFrom = Date.now() + (isRefused ? around(FULL) : 0);
      later(poll, isRefused ? 300 : 1500);
    };
    if (mine.readyState === EventSource.OPEN) beat();
    if (early?.last) take(early.last.data);
  };
  const poll = async () => {
    close();
    if (!address || document.visibilityState === "hidden") return;
    const stop = new AbortController();
    const clock = setTimeout(() => stop.abort(), 8000);
    try {
      const raw = await fetch(`${address}?v=${state?.v || ""}`, { signal: stop.signal });
      if (!raw.headers.get("Scorekeeper") || raw.status >= 500) throw new Error("not the table");
      if ([403, 404].includes(raw.status)) return location.reload(); // closed to this phone, or deleted: the page says so
      if (raw.status === 200) take(await raw.text());
      failures = 0;
      sayLink("poll");
      if (Date.now() >= streamFrom) open();
      else later(poll, POLL);
    } catch {
      sayLink("off");
      later(poll, Math.min(1000 * 2 ** failures++, 15000));
    } finally {
      clearTimeout(clock);
    }
  };

  const keepFresh = () => {
    clearTimeout(freshTimer);
    const after = Number(page().querySelector("[data-fresh]")?.dataset.fresh);
    if (!after) return;
    freshTimer = setTimeout(async () => {
      if (mayRefresh()) await refresh();
      keepFresh();
    }, after * 1000);
  };

  // Another page: the same table as before, another one, or none.
  const follow = () => {
    isTouched = false;
    keepFresh();
    asking?.abort(); // the page that was asked for is gone
    const wanted = line()?.dataset.live || "";
    if (wanted === address) return void (state && show());
    address = wanted;
    state = null;
    shown = 0;
    if (address) open();
    else close();
  };
  const wake = () => {
    if (document.visibilityState === "hidden") return close();
    if (address) open();
  };

  const isPage = (event) => event.detail.ctx?.target?.id === "page" && !event.detail.ctx.isQuiet;
  document.addEventListener("htmx:before:request", () => { busy += 1; asking?.abort(); });
  document.addEventListener("htmx:finally:request", () => { busy = Math.max(0, busy - 1); show(); });
  document.addEventListener("htmx:after:swap", (event) => { if (isPage(event)) follow(); });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest("#page form")) { isTouched = true; asking?.abort(); }
    });
  }
  // From the touch to the click that it makes, or to its end as a scroll.
  document.addEventListener("pointerdown", () => { clearTimeout(lifted); isHeld = true; });
  for (const kind of ["click", "pointerup", "pointercancel"]) {
    document.addEventListener(kind, () => {
      clearTimeout(lifted);
      lifted = setTimeout(() => { isHeld = false; show(); }, kind === "pointerup" ? 60 : 0);
    });
  }
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("pagehide", close);
  addEventListener("online", wake);
  addEventListener("offline", () => { close(); sayLink("off"); later(poll, POLL); });
  follow();
})();
