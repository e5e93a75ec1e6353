// Python with the whole program, in a thread of its own. It answers what the service worker hands on, one request
// after the other, each only when what it entered is on the disk. Named "snapshot", it makes the memory from which
// the next start goes on, keeps that, and ends.
const scope = new URL("../", self.location).href;
const inside = (name) => new URL(name, self.location).href;
const HOME = "/home/pyodide";
const LIBRARIES = `${HOME}/app`;
const [PAUSE, IDLE] = [300, 500]; // ms

const bytes = async (name) => new Uint8Array(await (await fetch(inside(name))).arrayBuffer());

// The files of the program, each a part of the one that was fetched: put there without being written.
const unpack = (FS, pack) => {
  const end = pack.indexOf(10);
  let [at, folder] = [end + 1, ""];
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, end)))) {
    const path = `${LIBRARIES}/${name}`;
    const above = path.slice(0, path.lastIndexOf("/"));
    if (above !== folder) FS.mkdirTree(above);
    folder = above;
    Object.assign(FS.mknod(path, 0o100644, 0), { contents: pack.subarray(at, at + size), usedBytes: size });
    at += size;
  }
};

// Python's own code is read and compiled beside all else that a start waits for, and not after it.
const early = () => {
  const compiled = WebAssembly.compileStreaming(fetch(inside("py/pyodide.asm.wasm")));
  WebAssembly.instantiateStreaming = async (_answer, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return Promise.all([import(inside("py/pyodide.mjs")), import(inside("py/pyodide.asm.mjs"))]);
};

const python = async (modules, made, isMaking) => {
  const [[{ loadPyodide }, { default: create }], snapshot] = await Promise.all([modules, made]);
  const env = { HOME, TZ: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const options = { indexURL: inside("py/"), env };
  if (isMaking) options._makeSnapshot = true;
  if (snapshot) {
    options._loadSnapshot = snapshot;
    options.createPyodideModule = async (settings) => {
      const module = await create(settings);
      if (module.HEAPU8.length < snapshot.byteLength) module._malloc(snapshot.byteLength); // grows; all of it is then overwritten
      return module;
    };
  }
  return loadPyodide(options);
};

// The memory from which the next start goes on, a file: read four times as soon as from a browser's cache. What says that it is
// whole, and how long, is put there last.
const memoryFile = async (folder, edition, options) => (await folder.getFileHandle(`memory ${edition}`, options)).createSyncAccessHandle();
const remembered = async (folder, edition, length) => {
  const file = await memoryFile(folder, edition);
  try {
    const memory = new Uint8Array(length);
    if (file.read(memory, { at: 0 }) !== length) throw new Error("the memory is not whole");
    return memory.buffer;
  } finally {
    file.close();
  }
};
const remember = async (folder, edition, memory) => {
  for (const name of await named(folder)) if (name.startsWith("memory ")) await folder.removeEntry(name);
  const file = await memoryFile(folder, edition, { create: true });
  try {
    file.write(memory, { at: 0 });
    file.flush();
  } catch (fault) {
    file.truncate(0); // where there is no room, it takes none
    throw fault;
  } finally {
    file.close();
  }
};
const named = async (folder) => {
  const [each, names] = [folder.keys(), []];
  for (let one = await each.next(); !one.done; one = await each.next()) names.push(one.value);
  return names;
};

const start = async () => {
  const modules = early(); // after the lock: then the last page is shown
  const others = Promise.all([import("./files.js"), import("./nacl.js")]);
  const isMaking = self.name === "snapshot";
  const edition = await (await fetch(inside("edition"))).text();
  const store = await caches.open(`pocket ${scope} ${edition}`);
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(encodeURIComponent(scope), { create: true });
  const found = isMaking ? null : await store.match(inside("snapshot"));
  const pack = bytes("app.pack");
  let py = null;
  let isWarm = false;
  if (found) {
    try {
      py = await python(modules, remembered(folder, edition, Number(await found.text())));
      isWarm = true;
    } catch (fault) {
      console.info("started without the snapshot", fault);
      await store.delete(inside("snapshot"));
    }
  }
  py ||= await python(modules, null, isMaking);
  unpack(py.FS, await pack);
  if (!isWarm) py.runPython(`import sys\nsys.path.insert(0, "${LIBRARIES}")\nfrom scorekeeper.web.pocket import Pocket\npocket = Pocket(${JSON.stringify(scope)})`);
  if (isMaking) {
    py.runPython("pocket.warm()");
    const memory = py.makeMemorySnapshot();
    await remember(folder, edition, memory);
    await store.put(inside("snapshot"), new Response(memory.length));
    self.postMessage({ made: true });
    return self.close();
  }
  const [{ keepFiles }] = await others;
  const flush = await keepFiles(py.FS, "/kept", folder, ["scorekeeper.db", "scorekeeper.db-journal", "before.db", "phone.json"]);
  py.registerJsModule("tweetnacl", self.nacl);
  const pocket = py.runPython(`pocket.opened("/kept", "${edition}")`);
  flush();
  serve(py, pocket, flush, store);
  return self.postMessage({ ready: true, isWarm, memory: py._module.HEAPU8.length });
};

const serve = (py, pocket, flush, store) => {
  const wire = new BroadcastChannel(scope);
  const answer = ({ method, path, headers, body }) => {
    const given = py.toPy(new Uint8Array(body || 0));
    const got = pocket.answer(method, path, JSON.stringify(headers), given);
    const buffer = got.getBuffer("u8");
    const copy = buffer.data.slice();
    for (const one of [buffer, got, given]) (one.release || one.destroy)?.call(one);
    flush();
    const end = copy.indexOf(10);
    const [status, head] = JSON.parse(new TextDecoder().decode(copy.subarray(0, end)));
    return { status, headers: head, body: copy.slice(end + 1) };
  };
  let timer = 0;
  // The page that is shown now, as it would come anew: what the next start paints first.
  const keepPage = async (path) => {
    const { status, headers, body } = answer({ method: "GET", path, headers: [["accept", "text/html"], ["accept-language", self.navigator.languages.join(",")]] });
    if (status === 200) await store.put(inside("page"), new Response(body, { headers: [...headers, ["x-address", path]] }));
  };
  wire.onmessage = ({ data }) => {
    if (data.ask) wire.postMessage({ id: data.id, ...tried(() => answer(data.ask)) });
    if (!data.shown) return;
    clearTimeout(timer);
    timer = setTimeout(() => keepPage(data.shown).catch(() => {}), IDLE);
  };
  wire.postMessage({ open: true });
};

const tried = (work) => {
  try {
    return work();
  } catch (fault) {
    console.error(fault);
    return { status: 500, headers: [["content-type", "text/plain"]], body: new TextEncoder().encode(String(fault)) };
  }
};

// One tab at a time has the files; another waits here until it is closed.
const waiting = setTimeout(() => self.postMessage({ elsewhere: true }), PAUSE);
navigator.locks.request(self.name === "snapshot" ? `${scope}#snapshot` : scope, async () => {
  clearTimeout(waiting);
  self.postMessage({ alone: true });
  await start();
  if (self.name !== "snapshot") await new Promise(() => {});
}).catch((fault) => self.postMessage({ failed: `${fault}`.slice(-2000) }));
