// Where the tokens of businesses are kept.

/** TokenSet is what an app holds for one business. */
export interface TokenSet {
  access: string;
  /** Absent where there is none: embedded pages get an access token alone. */
  refresh?: string;
  scope: string;
  /** When the access token ends, in milliseconds since 1970. */
  expires: number;
  /** The Idempotency-Key of a refresh whose answer has not been saved yet. */
  refreshKey?: string;
}

/** TokenStore keeps one token set a business. What `save` returned from is durable. */
export interface TokenStore {
  load(business: string): Promise<TokenSet | undefined>;
  save(business: string, tokens: TokenSet): Promise<void>;
  delete(business: string): Promise<void>;
  /**
   * Runs `work` while nobody else, in whatever process shares the store, runs any for the
   * same business. The lock ends with its holder, or after 30 seconds.
   */
  lock<T>(business: string, work: () => Promise<T>): Promise<T>;
}

/** memoryStore keeps tokens while the process lives: for scripts, tests and browsers. */
export function memoryStore(): TokenStore {
  const kept = new Map<string, TokenSet>();
  return {
    load: async (business) => copyOf(kept.get(business)),
    save: async (business, tokens) => void kept.set(business, { ...tokens }),
    delete: async (business) => void kept.delete(business),
    lock: queues(),
  };
}

const copyOf = (tokens: TokenSet | undefined) => (tokens ? { ...tokens } : undefined);

/** One after another, by name, within this process. */
function queues(): TokenStore['lock'] {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    const done = turn.then(() => {}, () => {});
    last.set(name, done);
    void done.then(() => last.get(name) === done && last.delete(name));
    return turn;
  };
}

/** How long a lock holds when its holder died. */
const lockEnds = 30_000;

/**
 * fileStore keeps a file a business in a folder of its own, readable by its owner alone.
 * Processes on one machine share it. It needs Node, or a runtime that has its files.
 */
export function fileStore(folder: string): TokenStore {
  const node = Promise.all([import('node:fs/promises'), import('node:path')]);
  const at = async (business: string, ending: string) => {
    const [fs, path] = await node;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, business.replaceAll(/[^\w-]/g, '_') + ending);
  };
  const inTurn = queues();
  return {
    async load(business) {
      const [fs] = await node;
      const text = await fs.readFile(await at(business, '.json'), 'utf8').catch(unless('ENOENT'));
      return text === undefined ? undefined : (JSON.parse(text) as TokenSet);
    },
    async save(business, tokens) {
      const [fs] = await node;
      const [target, fresh] = [await at(business, '.json'), await at(business, `.${crypto.randomUUID()}.new`)];
      const file = await fs.open(fresh, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify(tokens));
        await file.sync();
      } finally {
        await file.close();
      }
      await fs.rename(fresh, target);
    },
    async delete(business) {
      const [fs] = await node;
      await fs.rm(await at(business, '.json'), { force: true });
    },
    lock: (business, work) => inTurn(business, async () => {
      const [fs] = await node;
      const lock = await at(business, '.lock');
      const own = await takeLock(fs, lock);
      try {
        return await work();
      } finally {
        if ((await fs.readFile(lock, 'utf8').catch(unless('ENOENT'))) === own) await fs.rm(lock, { force: true });
      }
    }),
  };
}

type Files = typeof import('node:fs/promises');

/** Makes the lock's file, which one process can, and returns what it wrote into it. */
async function takeLock(fs: Files, lock: string): Promise<string> {
  const own = crypto.randomUUID();
  for (;;) {
    if (await wrote(fs, lock, own)) return own;
    const held = await fs.stat(lock).catch(unless('ENOENT'));
    if (held && Date.now() - held.mtimeMs > lockEnds) await breakLock(fs, lock);
    else await new Promise((done) => setTimeout(done, 20 + Math.random() * 30));
  }
}

/** Removes the lock of a holder that died. One does, and looks again first: another may hold it by now. */
async function breakLock(fs: Files, lock: string): Promise<void> {
  const breaking = `${lock}.breaking`;
  if (!(await wrote(fs, breaking, ''))) {
    const other = await fs.stat(breaking).catch(unless('ENOENT'));
    if (other && Date.now() - other.mtimeMs > lockEnds) await fs.rm(breaking, { force: true });
    return;
  }
  try {
    const held = await fs.stat(lock).catch(unless('ENOENT'));
    if (held && Date.now() - held.mtimeMs > lockEnds) await fs.rm(lock, { force: true });
  } finally {
    await fs.rm(breaking, { force: true });
  }
}

async function wrote(fs: Files, path: string, text: string): Promise<boolean> {
  return fs.writeFile(path, text, { flag: 'wx', mode: 0o600 }).then(() => true, (error) => (unless('EEXIST')(error), false));
}

/** Takes an error of this code for no answer, and throws any other. */
const unless = (code: string) => (error: unknown): undefined => {
  if ((error as { code?: string }).code !== code) throw error;
};
