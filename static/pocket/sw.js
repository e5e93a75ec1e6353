// Stands between the pages and the network that there may not be: the program's own files come from what was fetched
// once, everything else from Python in the page's worker. EDITION, GIVEN and fzstd are put before this by the build.
const scope = self.registration.scope;
const CACHE = `pocket ${scope} ${EDITION}`;
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", json: "application/json" };
const wire = new BroadcastChannel(scope);
const asked = new Map();
let isStarting = false; // the next page may be the one that was shown last
let isComing = false; // Python is on its way: who asks waits for it
wire.onmessage = ({ data }) => {
  if (data.open) isComing = false;
  if (data.open) for (const { ask, id } of asked.values()) wire.postMessage({ ask, id });
  asked.get(data.id)?.done(data.status ? data : null);
};

// ---- what was fetched once ----

const fetched = async (name) => {
  const { hash, size } = GIVEN.files[name];
  const answer = await fetch(new URL(`files/${hash}.zst`, scope), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const body = new Uint8Array(size);
  let at = 0;
  const unpacking = new fzstd.Decompress((part) => {
    body.set(part, at);
    at += part.length;
  });
  const reader = answer.body.getReader(); // Safari's streams can't be iterated
  for (let got = await reader.read(); !got.done; got = await reader.read()) {
    wire.postMessage({ fetched: got.value.length });
    unpacking.push(got.value);
  }
  unpacking.push(new Uint8Array(), true);
  const made = [...new Uint8Array(await crypto.subtle.digest("SHA-256", body))].map((one) => one.toString(16).padStart(2, "0")).join("");
  if (!made.startsWith(hash)) throw new Error(`${name} is not what was put there`);
  const type = TYPES[name.split(".").pop()] || "application/octet-stream";
  return new Response(body, { headers: { "Content-Type": type, "Content-Length": size, "X-Hash": hash } });
};

const install = async () => {
  const cache = await caches.open(CACHE);
  wire.postMessage({ total: Object.values(GIVEN.files).reduce((sum, { wire: size }) => sum + size, 0) });
  await cache.addAll(GIVEN.shell.map((name) => new Request(new URL(name, scope), { cache: "no-cache" })));
  for (const name of Object.keys(GIVEN.files)) {
    const at = new URL(`run/${name}`, scope);
    const before = await caches.match(at);
    const isSame = before?.headers.get("X-Hash") === GIVEN.files[name].hash;
    await cache.put(at, isSame ? before : await fetched(name));
  }
};

const others = async () => (await caches.keys()).filter((name) => name.startsWith(`pocket ${scope} `) && name !== CACHE);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("message", ({ data, ports }) => {
  if (data === "now") self.skipWaiting();
  if (data === "starting") isStarting = isComing = true;
  if (data === "end") for (const { done } of asked.values()) done(null); // nobody waits for it: an update takes this one's place
  ports[0]?.postMessage("");
});
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await others()) await caches.delete(name);
  await self.clients.claim();
})()));

// ---- what is asked for ----

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(scope)) return;
  const name = url.pathname.slice(new URL(scope).pathname.length);
  if (name === "run/edition") event.respondWith(new Response(EDITION));
  else if (name.startsWith("run/") || GIVEN.shell.includes(name)) event.respondWith(own(request));
  else if (request.mode === "navigate" && request.destination === "document" && !name.endsWith(".pdf")) event.respondWith(shell(request, name + url.search));
  else if (url.searchParams.has("v") && name.startsWith("static/")) event.respondWith(style(request));
  else event.respondWith(page(request, url));
});

const own = async (request) => (await (await caches.open(CACHE)).match(request, { ignoreSearch: true })) || fetch(request);

// The page that stays has one address; another one within leads there, and on to its own page.
const shell = (request, at) => (at.startsWith("?") || !at ? own(new URL("index.html", scope)) : Response.redirect(`${scope}#${at}`, 303));

const style = async (request) => {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await answered(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
};

const page = async (request, url) => {
  const isFirst = isStarting && request.mode === "navigate" && request.method === "GET";
  if (isFirst) {
    isStarting = false;
    const last = await (await caches.open(CACHE)).match(new URL("run/page", scope));
    if (last?.headers.get("X-Address") === url.pathname + url.search) return last;
  }
  return answered(request);
};

// Python's answer. Where the tab that has it is closed meanwhile, the lock that it held is free.
const answered = async (request) => {
  const { pathname, search } = new URL(request.url);
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const ask = { method: request.method, path: pathname + search, headers: [...request.headers], body };
  const id = crypto.randomUUID();
  const gone = new AbortController();
  const got = await new Promise((done) => {
    asked.set(id, { ask, id, done });
    wire.postMessage({ ask, id });
    if (!isComing) navigator.locks.request(scope, { mode: "shared", signal: gone.signal }, () => done(null)).catch(() => {});
  });
  asked.delete(id);
  gone.abort();
  if (!got) return new Response("", { status: 503 });
  const isEmpty = [204, 205, 304].includes(got.status);
  return new Response(isEmpty ? null : got.body, { status: got.status, headers: got.headers });
};
