// The page that stays: it fetches the program once, owns the worker with Python, and shows the program's pages in a
// frame. The words, WORDS by language, and which of these are read from the right, TURNED, are put before this by the build.
(() => {
  "use strict";
  const scope = new URL("./", location.href.split("#")[0]).href;
  // As the server does: the first wish that is met, be it pt-BR or, for that, pt.
  const wishes = navigator.languages.flatMap((wish) => [wish, wish.split("-")[0]]);
  const language = wishes.find((wish) => wish in WORDS) || "en";
  const say = (code, values = {}) => WORDS[language][code].replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const part = (id) => document.getElementById(id);
  const [wait, said, loaded, note, frame] = ["wait", "said", "loaded", "note", "app"].map(part);
  const AT = `pocket ${scope} at`; // where the page that was shown last is
  const [MEGABYTE, LITTLE, QUIET, SOON, LONGEST, PAINTING] = [1e6, 60, 4000, 1000, 3000, 200];
  Object.assign(document.documentElement, { lang: language, dir: TURNED.includes(language) ? "rtl" : "ltr" });

  const tell = (code, values) => {
    said.textContent = say(code, values);
    wait.hidden = false;
  };
  const warn = (code, values) => {
    note.firstElementChild.textContent = say(code, values);
    note.hidden = false;
  };
  note.querySelector("button").addEventListener("click", () => { note.hidden = true; });
  note.querySelector("button").textContent = say("close");

  // ---- fetching, once ----

  const wire = new BroadcastChannel(scope);
  const progress = { total: 0, done: 0 };
  wire.onmessage = ({ data }) => {
    if (data.total) Object.assign(progress, { total: data.total, done: 0 });
    if (!data.fetched) return;
    progress.done += data.fetched;
    loaded.hidden = !frame.hidden;
    loaded.max = progress.total;
    loaded.value = progress.done;
    if (frame.hidden) tell("loading", { done: (progress.done / MEGABYTE).toFixed(1), total: (progress.total / MEGABYTE).toFixed(1) });
  };

  const controlled = () => new Promise((done) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) done();
    else serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
  });
  const active = (worker) => new Promise((done, fail) => {
    const look = () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") fail(new Error(say("not-fetched")));
    };
    worker.addEventListener("statechange", look);
    look();
  });

  // An update that has been fetched meanwhile is taken here, where no form is open.
  const installed = async () => {
    const registration = await navigator.serviceWorker.register("sw.js");
    if (registration.waiting && registration.active) {
      const update = registration.waiting;
      const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
      registration.active.postMessage("end");
      update.postMessage("now");
      // Where the old one is not let go of, it starts once more: an update is no reason not to play.
      await Promise.race([active(update).then(() => navigator.serviceWorker.controller && taken), new Promise((done) => setTimeout(done, LONGEST))]);
    } else if (!registration.active) {
      await active(registration.installing || registration.waiting);
    }
    await controlled();
  };

  // ---- running ----

  const here = () => {
    const { pathname, search, href } = frame.contentWindow.location;
    return href.startsWith(scope) ? pathname + search : "";
  };
  // The page as it stands now is what the next start paints first.
  const shown = () => {
    const at = here();
    if (!at || at.endsWith(".pdf")) return;
    localStorage.setItem(AT, at);
    wire.postMessage({ shown: at });
    document.title = frame.contentDocument.title;
  };
  // A browser asks the network, not the service worker, for what a link is to save.
  const save = async ({ href }) => {
    const answer = await fetch(href);
    if (!answer.ok || answer.headers.get("content-type").startsWith("text/html")) {
      frame.contentWindow.location.href = href;
      return;
    }
    const [, name] = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition")) || [null, href.split("/").pop()];
    const link = document.createElement("a");
    Object.assign(link, { href: URL.createObjectURL(await answer.blob()), download: name }).click();
  };
  const saving = (event) => {
    const link = event.target.closest("a[download]");
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    save(link);
  };
  frame.addEventListener("load", () => {
    if (!here()) return;
    frame.contentDocument.addEventListener("click", saving, true);
    wait.hidden = true;
    frame.contentDocument.addEventListener("htmx:after:swap", () => setTimeout(shown));
    shown();
  });
  let isShown = false;
  // What is asked for next is the page that was shown last, or waits for Python: whether the service worker heard it. One whose
  // place is being taken by an update hears nothing.
  const heard = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(true);
    setTimeout(() => done(false), SOON);
    navigator.serviceWorker.controller.postMessage("starting", [port2]);
  });
  const show = async (isEarly = false) => {
    if (isShown) return;
    isShown = true;
    if (!(await heard()) && isEarly) return void (isShown = false);
    const asked = location.hash.slice(1);
    history.replaceState(null, "", scope);
    const at = new URL(asked || localStorage.getItem(AT) || scope, scope).href;
    frame.src = at === scope ? `${scope}?` : at; // a page isn't shown within itself
    frame.hidden = false;
  };

  // What was painted before Python answered may be older than what was entered last.
  const renew = async (at) => {
    const told = (page) => page.getElementById("status")?.dataset.entry;
    const now = new DOMParser().parseFromString(await (await fetch(at)).text(), "text/html");
    if (here() === at && told(now) !== told(frame.contentDocument)) frame.contentWindow.location.replace(at);
  };

  const worker = (name, heard) => {
    const one = new Worker(new URL("run/worker.js", scope), { type: "module", name });
    one.addEventListener("message", ({ data }) => heard(data, one));
    one.addEventListener("error", (fault) => heard({ failed: fault.message || "worker" }, one));
    return one;
  };
  const failed = (fault) => {
    frame.hidden = true;
    document.documentElement.dataset.failed = "";
    tell("failed", { fault });
  };
  const kept = async () => {
    const isKept = await navigator.storage.persist?.();
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    const left = (quota - usage) / MEGABYTE;
    const free = left < 1000 ? `${Math.floor(left)} MB` : `${Math.floor(left / 1000)} GB`;
    if (left < LITTLE) return warn("full", { free });
    if (localStorage.getItem(`${AT} told`) === `${isKept}`) return;
    localStorage.setItem(`${AT} told`, isKept);
    warn(isKept ? "kept" : "not-kept", { free });
  };
  // A worker says soon that it is alone or not; asked for while an update takes its place, its file may never come.
  // On a slow phone that is only late each one is given twice the time of the one before.
  const run = (patience = LONGEST) => {
    const again = setTimeout(() => {
      one.terminate();
      run(2 * patience);
    }, patience);
    const one = worker("python", (data) => {
      clearTimeout(again);
      ran(data);
    });
  };
  const ran = (data) => {
    if (data.elsewhere) {
      frame.hidden = true;
      isShown = false;
      tell("elsewhere");
    }
    if (data.alone) {
      if (!wait.hidden) tell("starting");
      show();
    }
    if (data.failed) failed(data.failed);
    if (!data.ready) return;
    if (here()) renew(here()).catch(() => {});
    Object.assign(document.documentElement.dataset, { ready: Math.round(performance.now()), warm: data.isWarm, memory: data.memory });
    // The memory from which the next start goes on is made when nothing else is to be done.
    if (!data.isWarm) setTimeout(() => worker("snapshot", (told, one) => {
      if (told.made) document.documentElement.dataset.snapshot = "made";
      if (told.made || told.failed) one.terminate();
    }), QUIET);
  };

  // The page that was shown last is there before Python is.
  const isKept = async () => {
    const last = await caches.match(new URL("run/page", scope));
    return !location.hash && last?.headers.get("X-Address") === localStorage.getItem(AT);
  };
  const isThere = async () => {
    const { serviceWorker } = navigator;
    return serviceWorker.controller && !(await serviceWorker.getRegistration())?.waiting;
  };
  // The phone draws it before it is busy with Python.
  const painted = () => new Promise((done) => {
    const latest = performance.now() + PAINTING;
    const look = () => {
      const paint = here() && frame.contentWindow.performance.getEntriesByName("first-contentful-paint").length;
      if (paint || performance.now() > latest) done();
      else setTimeout(look, 8);
    };
    look();
  });
  const start = async () => {
    if (!("serviceWorker" in navigator) || !navigator.storage?.getDirectory || !navigator.locks) return tell("unable");
    const slow = setTimeout(() => tell("starting"), 300);
    if (await isThere()) {
      navigator.serviceWorker.register("sw.js").catch(() => {}); // it looks for an update, which the next start takes
      if (await isKept()) await show(true).then(painted);
    } else {
      await installed();
    }
    clearTimeout(slow);
    loaded.hidden = true;
    run();
    await kept();
  };
  start().catch((fault) => failed(fault.message));
})();
