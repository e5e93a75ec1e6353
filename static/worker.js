// Keeps the shell of the app for a phone without a connection: KEPT, under EDITION. A page is always
// asked for; only where no answer comes, OFFLINE is shown. Nothing that is sent passes through here.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(EDITION).then((shell) => shell.addAll(KEPT)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== EDITION && !name.startsWith("pocket ")) await caches.delete(name);
    await self.clients.claim();
  })());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname, search } = new URL(request.url);
  const kept = () => caches.match(request, { ignoreVary: true });
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE, { ignoreVary: true })) || Response.error()));
  } else if (origin === self.location.origin && KEPT.includes(pathname + search)) {
    event.respondWith(kept().then((found) => found || fetch(request)));
  }
});
