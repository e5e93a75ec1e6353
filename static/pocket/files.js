// A folder of a few files that the phone keeps, each held open by a synchronous handle of its private file system,
// so that SQLite's journal means here what it means on a disk. A file of no bytes is not there.
// SQLite's own waits for the disk do nothing in a browser; the same order is kept here instead: before one file is
// written, what was written to another is on the disk. `flush` brings everything there.
export const keepFiles = async (FS, at, folder, names) => {
  const held = {};
  for (const name of names) {
    const file = await folder.getFileHandle(name, { create: true });
    held[name] = await patiently(() => file.createSyncAccessHandle());
  }
  const present = new Set(names.filter((name) => held[name].getSize() > 0));
  let unsure = ""; // the file whose last bytes may not be on the disk yet
  const flush = () => {
    if (unsure) held[unsure].flush();
    unsure = "";
  };
  const changing = (name) => {
    if (unsure !== name) flush();
    unsure = name;
    return held[name];
  };
  const fail = (number) => {
    throw new FS.ErrnoError(number);
  };
  const [NO_SPACE, NO_ENTRY, NOT_ALLOWED, INVALID] = [51, 44, 63, 28];
  const FOLDER = 0o40700;
  const FILE = 0o100600;
  const node = (parent, name, mode) => Object.assign(FS.createNode(parent, name, mode, 0), { node_ops: ofNodes, stream_ops: ofStreams });
  const ofNodes = {
    getattr({ id, mode, name }) {
      const size = FS.isDir(mode) ? 4096 : held[name].getSize();
      const time = new Date();
      return { dev: 1, ino: id, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 512) };
    },
    setattr({ name }, { size }) {
      if (size !== undefined) changing(name).truncate(size);
    },
    lookup: (parent, name) => (present.has(name) ? node(parent, name, FILE) : fail(NO_ENTRY)),
    mknod(parent, name, mode) {
      if (!(name in held)) fail(NOT_ALLOWED);
      present.add(name);
      return node(parent, name, mode);
    },
    unlink(_parent, name) {
      changing(name).truncate(0);
      flush();
      present.delete(name);
    },
    rename: () => fail(NOT_ALLOWED),
    rmdir: () => fail(NOT_ALLOWED),
    symlink: () => fail(NOT_ALLOWED),
    readdir: () => [".", "..", ...present],
  };
  const ofStreams = {
    open() {},
    close() {},
    read: ({ node: { name } }, buffer, offset, length, position) => held[name].read(buffer.subarray(offset, offset + length), { at: position }),
    write({ node: { name } }, buffer, offset, length, position) {
      try {
        return changing(name).write(buffer.subarray(offset, offset + length), { at: position });
      } catch (fault) {
        return fail(fault.name === "QuotaExceededError" ? NO_SPACE : 29);
      }
    },
    llseek(stream, offset, whence) {
      const from = [0, stream.position, held[stream.node.name]?.getSize() || 0][whence];
      return from + offset < 0 ? fail(INVALID) : from + offset;
    },
    fsync: () => (flush(), 0),
  };
  FS.mkdirTree(at);
  FS.mount({ mount: () => node(null, "/", FOLDER) }, {}, at);
  return flush;
};

// The files of a tab that has just been closed are free a moment later.
const patiently = async (open) => {
  for (let n = 0; ; n += 1) {
    try {
      return await open();
    } catch (fault) {
      if (fault.name !== "NoModificationAllowedError" || n === 50) throw fault;
      await new Promise((go) => setTimeout(go, 100));
    }
  }
};
