// An entry is saved when the server names it. Until then it waits here, is shown as waiting, counts
// for nothing, and is sent again under the key that its form was drawn with.
(() => {
  "use strict";
  const PATIENCE = 8000; // ms for an answer
  const PAUSES = [1, 2, 4, 8, 15, 30]; // s between tries
  const SHELF = "outbox:";
  const NEVER = [400, 404, 405, 410, 413]; // what was answered this way is never taken, however often it is sent
  const box = document.getElementById("outbox");
  const waiting = []; // {key, action, body, words, at, isPrivate, refused: why, answer: the page that says so}
  let isBusy = false;
  let current = ""; // the key that is being sent
  let tries = 0;
  let timer = 0;
  let said = null; // what the status line says until the next page says otherwise
  let typedIn = ""; // the key of the form that was last typed in

  // ---- what is said ----

  const tell = (word, dot, number = "") => {
    said = word && { word, dot, number };
    const line = document.getElementById("status");
    if (!said || !line?.dataset[word]) return;
    const text = line.dataset[word].replace("{n}", number);
    const words = line.querySelector("b");
    if (words.textContent !== text) words.textContent = text; // said once to those who listen
    line.querySelector(".dot").className = `dot dot-${dot}`;
  };

  const show = () => {
    if (!box) return;
    const list = box.querySelector("ul");
    list.replaceChildren(...waiting.map((item) => {
      const row = box.querySelector("template").content.firstElementChild.cloneNode(true);
      row.dataset.key = item.key;
      row.querySelector("b").textContent = item.words;
      row.querySelector("small").textContent = item.refused ? box.dataset[item.refused] : "";
      row.querySelector("[data-do=look]").hidden = !item.answer;
      row.querySelector("[data-do=send]").hidden = item.refused === "never";
      return row;
    }));
    box.hidden = !waiting.length;
  };

  // A question needs an answer: whoever asks the arbiter is told at once where none can come.
  const cutOff = (isCut) => document.querySelectorAll("[data-cut-off]").forEach((one) => { one.hidden = !isCut; });
  addEventListener("offline", () => cutOff(true));
  addEventListener("online", () => cutOff(false));

  // ---- what is kept: in this page, and on this phone unless it is private ----

  const keep = (item) => {
    if (item.isPrivate) return;
    const { answer, refused, isPrivate, ...kept } = item;
    if (refused === "never") kept.refused = refused; // said on the next pages too, and not sent again
    try { localStorage.setItem(SHELF + item.key, JSON.stringify(kept)); } catch { /* no room: the page keeps it */ }
  };
  const drop = (item) => {
    const at = waiting.indexOf(item);
    if (at >= 0) waiting.splice(at, 1);
    try { localStorage.removeItem(SHELF + item.key); } catch { /* nothing was kept */ }
  };
  const takeUp = () => {
    try {
      const kept = Object.keys(localStorage).filter((name) => name.startsWith(SHELF));
      waiting.push(...kept.map((name) => JSON.parse(localStorage.getItem(name))).sort((a, b) => a.at - b.at));
    } catch { /* this phone keeps nothing */ }
  };

  // ---- forms ----

  const tableOf = (address) => address.match(/\/t\/[^/]+\//)?.[0];
  const isElsewhere = (item) => tableOf(item.action) !== tableOf(location.pathname);
  const formOf = (key) => [...document.querySelectorAll("form[data-entry] [name=key]")].find((one) => one.value === key)?.form;
  const LINE = "line"; // stands for a key: what is typed in one line has none
  const isLineTyped = () => { const line = document.getElementById("line"); return line && line.value !== line.defaultValue; };
  const isTyping = (but) => typedIn && typedIn !== but && (typedIn === LINE ? isLineTyped() : formOf(typedIn));

  // What a form says, in the words that stand on it.
  const plain = (element) => {
    const copy = element?.cloneNode(true);
    copy?.querySelectorAll("[aria-hidden=true]").forEach((one) => one.remove());
    const walk = copy && document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const pieces = [];
    while (walk?.nextNode()) pieces.push(walk.currentNode.data.trim());
    return pieces.filter(Boolean).join(" ");
  };
  const wordsOf = (form, submitter) => {
    const title = plain(form.querySelector("h2") || document.querySelector("#page .turn") || document.querySelector("#page h1"));
    if (form.dataset.entry === "private") return title;
    const told = [...form.elements].filter((one) => one.name && one.value && (one.checked ?? true) && !one.disabled);
    const words = told.filter((one) => !/hidden|submit/.test(one.type)).map((one) => {
      const label = one.closest("label") || one;
      if (!label.getClientRects().length) return "";
      return "radio checkbox".includes(one.type) ? plain(label) : one.selectedOptions?.[0]?.text || one.value;
    });
    return [...words, submitter?.name ? plain(submitter) : ""].filter(Boolean).join(" · ") || title;
  };

  const itemOf = (form, submitter) => {
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    return {
      key: body.get("key"),
      action: submitter?.getAttribute("formaction") || form.getAttribute("action"),
      body: body.toString(),
      words: wordsOf(form, submitter),
      at: Date.now(),
      isPrivate: form.dataset.entry === "private",
    };
  };

  // A tap answers the question that it was meant for: one that has just come takes none.
  const SETTLING = 350; // ms
  const questionHere = () => [...document.querySelectorAll("#page h1, #page .turn, #page form[data-entry]")].map((one) => one.getAttribute("action") || one.textContent).join();
  let asked = questionHere();
  let settling = 0;
  const takeNoTap = () => {
    const now = questionHere();
    if (now === asked) return;
    asked = now;
    document.body.classList.add("settling");
    clearTimeout(settling);
    settling = setTimeout(() => document.body.classList.remove("settling"), SETTLING);
  };
  document.addEventListener("htmx:after:swap", takeNoTap);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.closest("#page") && document.body.classList.contains("settling")) {
      event.preventDefault();
      return void event.stopImmediatePropagation();
    }
    if (!form.matches("form[data-entry]") || !form.elements.key) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const item = itemOf(form, event.submitter);
    if (item.key === current) return; // tapped twice
    if (typedIn === LINE) typedIn = ""; // it was read, or left
    const known = waiting.find((one) => one.key === item.key);
    if (known) Object.assign(known, item, { at: known.at, refused: undefined, answer: undefined });
    else waiting.push(item);
    keep(item);
    flush();
  }, true);

  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-line]")) typedIn = LINE;
    const form = event.target.closest("form[data-entry]");
    if (!form) return;
    typedIn = form.elements.key?.value || "";
    if (!waiting.length) tell("unsent", "wait");
  });

  // ---- sending ----

  const ask = async (address, options) => {
    const stop = new AbortController();
    const clock = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const raw = await fetch(address, { ...options, signal: stop.signal });
      return { raw, text: await raw.text(), ours: raw.headers.get("Scorekeeper") };
    } catch {
      return {};
    } finally {
      clearTimeout(clock);
    }
  };

  const send = async (item) => {
    const body = new URLSearchParams(item.body);
    const token = document.querySelector("[name=csrf_token]"); // this page's: an older one may have been forgotten
    if (token) body.set("csrf_token", token.value);
    const headers = { "Entry-Key": item.key, "HX-Request": "true", Accept: "text/html" };
    const { raw, text, ours } = await ask(item.action, { method: "POST", body, headers, redirect: "error" });
    if (!ours || raw.status >= 500 || raw.status === 429) return { is: ours ? "fault" : "waiting" };
    if (raw.status >= 300) return { is: "refused", why: ours === "form-too-old" ? "old" : "refused", code: raw.status, text };
    try {
      const answer = JSON.parse(text);
      return { is: answer.key === item.key ? "saved" : answer.key ? "waiting" : "answered", ...answer };
    } catch {
      return { is: "shown", text };
    }
  };

  const flush = async () => {
    clearTimeout(timer);
    if (isBusy) return;
    isBusy = true;
    let item;
    while ((item = waiting.find((one) => !one.refused))) {
      current = item.key;
      tell("sending", "wait");
      formOf(item.key)?.setAttribute("aria-busy", "true");
      const got = await send(item);
      const isWaiting = got.is === "waiting" || got.is === "fault";
      if (!isWaiting && waiting.includes(item)) await settle(item, got).catch(() => tell("refused", "off")); // else thrown away meanwhile
      formOf(item.key)?.removeAttribute("aria-busy"); // until then live.js leaves this page alone
      if (isWaiting) {
        const left = waiting.filter((one) => !one.refused).length;
        tell(got.is, "off", left);
        timer = setTimeout(flush, 1000 * PAUSES[Math.min(tries++, PAUSES.length - 1)]);
        break;
      }
      tries = 0;
    }
    isBusy = false;
    current = "";
    show();
  };

  // The server has answered: on to the next page, or back before the player.
  const settle = async (item, got) => {
    const isHere = formOf(item.key);
    if (got.is === "refused" && got.why !== "old" && NEVER.includes(got.code)) {
      item.refused = "never";
      keep(item); // until it is discarded: the page may be asked for anew before anyone has read this
      return tell("refused", "off");
    }
    if (got.is === "refused" || got.is === "shown") {
      const isPutBack = got.is === "shown" || got.code === 409 || got.code === 422;
      const mayShow = (isHere || isPutBack) && await mayLay(item);
      if (isPutBack && mayShow) drop(item);
      else Object.assign(item, { refused: got.why || "refused", answer: got.why === "old" ? "" : got.text });
      if (got.is === "refused" || !mayShow) tell("refused", "off");
      if (got.why !== "old" && mayShow) await lay(got.text);
      return;
    }
    drop(item);
    tell("saved", "saved", got.entries ? got.entries.at(-1) : "");
    if (isElsewhere(item)) return;
    if (isHere) await turnTo(got.next, { form: item.key });
    else await turnTo(location.pathname + location.search, { form: item.key, saved: got.key });
  };

  // ---- pages ----

  // Whatever a swap does, the entries behind it go on, and where htmx never came, the page does.
  const inTime = (what) => Promise.race([what, new Promise((done) => setTimeout(done, PATIENCE))]);
  const lay = async (text, push) => {
    const swap = push ? "outerHTML show:top" : "outerHTML";
    await inTime(htmxCame);
    const target = document.getElementById("page");
    if (!window.htmx && !push) return target.replaceWith(new DOMParser().parseFromString(text, "text/html").getElementById("page"));
    try {
      await inTime(htmx.swap({ text, target, push, swap, select: "#page", sourceElement: document.body }));
    } catch {
      location.assign(push || location.href);
    }
  };
  // Whether an answer wipes nothing away: the player is still on this page, and has begun nothing else.
  const mayLay = async (item) => {
    const from = document.getElementById("page");
    await inTime(htmxCame);
    return document.getElementById("page") === from && !isTyping(item.key) && !isElsewhere(item);
  };
  const tidy = (address) => {
    const url = new URL(address, location);
    url.searchParams.delete("saved");
    return url.pathname + url.search + url.hash;
  };
  // `form`: the key of the form that the page answers. Whatever else was begun meanwhile is not wiped away.
  const turnTo = async (address, { form, saved } = {}) => {
    const url = new URL(address, location);
    if (saved) url.searchParams.set("saved", saved);
    const before = said;
    const from = document.getElementById("page");
    const isInUse = () => document.getElementById("page") !== from || isTyping(form); // the player went on alone
    let got = {};
    for (const pause of [0, 1, 2, 4, 8]) { // saved it is; what is left is to show it
      await new Promise((done) => setTimeout(done, pause * 1000));
      if (isInUse()) return;
      got = await ask(url, { headers: { "HX-Request": "true", Accept: "text/html" } });
      if (got.ours && got.raw.status < 500 && got.raw.status !== 429) break;
    }
    while (links) await new Promise((done) => setTimeout(done, 30)); // the player asked for another page
    await inTime(htmxCame);
    const { raw, text, ours } = got;
    if (!ours || raw.status >= 500 || isInUse()) return;
    if (before === said) said = null; // the page itself says it
    await lay(text, tidy(raw.url));
  };

  // ---- when to try again, and what others report ----

  const wake = () => {
    if (document.visibilityState === "hidden") return;
    if (waiting.length) flush();
  };
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  addEventListener("beforeunload", (event) => {
    if (waiting.some((one) => one.isPrivate)) event.preventDefault();
  });

  box?.addEventListener("click", async (event) => {
    const wish = event.target.closest("[data-do]")?.dataset.do;
    const item = waiting.find((one) => one.key === event.target.closest("li")?.dataset.key);
    if (!wish || !item) return;
    const { answer } = item;
    if (wish === "send") {
      if (item.refused === "old") await turnTo(location.pathname + location.search, { form: typedIn }); // for a fresh token
      Object.assign(item, { refused: undefined, answer: undefined });
      return flush();
    }
    if (wish === "discard") drop(item);
    show();
    if (wish === "look") {
      drop(item);
      show();
      return lay(answer, isElsewhere(item) ? tableOf(item.action) : undefined);
    }
    if (!waiting.length) {
      tell(null);
      clearTimeout(timer);
      await turnTo(location.pathname + location.search); // it may have arrived before
    }
  });

  let links = 0; // pages that the player asked for, still to come
  const isPost = (event) => (event.detail.ctx?.request?.method || "GET") !== "GET";
  document.addEventListener("htmx:before:request", (event) => {
    if (isPost(event)) tell("sending", "wait");
    else links += 1;
    if (event.detail.ctx?.sourceElement?.matches?.("a.pc")) choosing = event.detail.ctx;
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (!isPost(event)) links -= 1;
    if (event.detail.ctx !== choosing) return;
    choosing = null;
    const name = chosen.shift();
    if (name) document.querySelector(`#page a.pc[aria-label="${CSS.escape(name)}"]`)?.click();
  });
  // A card tapped before the page of the last one has come is taken on that page: the link here would leave the last one out.
  const chosen = []; // the cards' names
  let choosing = null; // the request of a card's page
  document.addEventListener("click", (event) => {
    const card = choosing && event.target.closest("a.pc");
    if (!card) return;
    chosen.push(card.getAttribute("aria-label"));
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:before:response", (event) => {
    if (isPost(event) && event.detail.ctx.response.status < 500) tell(null);
    else if (isPost(event)) tell("refused", "off");
  });
  document.addEventListener("htmx:error", () => {
    chosen.length = 0;
    tell("offline", "off");
    cutOff(true);
  });
  document.addEventListener("htmx:after:swap", () => {
    cutOff(!navigator.onLine);
    if (said?.word === "unsent" && !formOf(typedIn)) said = null;
    if (["offline", "refused", "saved"].includes(said?.word)) said = null;
    if (said) tell(said.word, said.dot, said.number);
  });

  if (new URLSearchParams(location.search).has("saved")) history.replaceState(history.state, "", tidy(location.href));
  takeUp();
  show();
  cutOff(!navigator.onLine);
  if (waiting.length) flush();
})();
