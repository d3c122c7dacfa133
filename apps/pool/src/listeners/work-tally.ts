import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import type { WorkBatch, WorkLine } from '../services/work/work-batch.ts';

/** Accepted work on its way from the sessions of one algorithm to the books. */
export interface WorkTally {
  /** Takes in one accepted share: its work in expected hashes, its time in ms. */
  add(login: Login, work: bigint, at: number): void;
  /** False while so much is unrecorded that no more may be promised. */
  accepting(): boolean;
  /** Shares that were added and not recorded yet. */
  unrecorded(): number;
  /** When the oldest of them came in, in ms; undefined when all are recorded. */
  oldestUnrecordedAt(): number | undefined;
  /** Resolves when everything that was added so far is recorded; rejects when the tally closed without that. */
  flush(): Promise<void>;
  /** Records what is left, within a limit of time; answers how many shares could not be recorded. */
  close(): Promise<number>;
}

export interface WorkTallyOptions {
  readonly algorithm: string;
  /** Called once at a time, in order, and again with the same batch until it resolves. */
  record(batch: WorkBatch): Promise<void>;
  newId(): string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** A batch is closed after this long or after this many shares, whichever comes first. */
  readonly batchMs?: number;
  readonly batchShares?: number;
  readonly unrecordedMax?: number;
  readonly retryMs?: { readonly first: number; readonly max: number };
  readonly closeWithinMs?: number;
}

/** What one login did in one minute. Shares of the same work are counted, and multiplied only when the work changes. */
interface Cell {
  readonly login: Login;
  readonly minute: number;
  work: bigint;
  unit: bigint;
  unitShares: number;
  shares: number;
  readonly firstAt: number;
  lastAt: number;
}

interface Queued {
  readonly batch: WorkBatch;
  readonly shares: number;
  readonly waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[];
}

export function createWorkTally(options: WorkTallyOptions): WorkTally {
  const {
    batchMs = 250,
    batchShares = 1000,
    unrecordedMax = 200_000,
    retryMs = { first: 250, max: 5000 },
    closeWithinMs = 10_000,
  } = options;
  const keys = new WeakMap<Login, string>();
  const queue: Queued[] = [];
  let cells = new Map<Login, Cell>();
  let finished: Cell[] = [];
  let openShares = 0;
  let unrecorded = 0;
  let timer: NodeJS.Timeout | undefined;
  let recording = false;
  let givenUp = false;
  let wakeUp: (() => void) | undefined;

  function add(login: Login, work: bigint, at: number): void {
    const minute = Math.floor(at / 60_000);
    let cell = cells.get(login);
    if (cell === undefined || cell.minute !== minute) {
      if (cell !== undefined) finished.push(cell);
      cell = { login, minute, work: 0n, unit: work, unitShares: 0, shares: 0, firstAt: at, lastAt: at };
      cells.set(login, cell);
    }
    if (cell.unit !== work) {
      cell.work = workOf(cell);
      cell.unit = work;
      cell.unitShares = 0;
    }
    cell.unitShares += 1;
    cell.shares += 1;
    cell.lastAt = at;
    openShares += 1;
    unrecorded += 1;
    if (openShares >= batchShares) closeBatch();
    else timer ??= setTimeout(closeBatch, batchMs);
  }

  function closeBatch(): void {
    clearTimeout(timer);
    timer = undefined;
    if (openShares === 0) return;
    const batch: WorkBatch = {
      id: options.newId(),
      algorithm: options.algorithm,
      lines: mergeCells([...finished, ...cells.values()], keyOf),
    };
    queue.push({ batch, shares: openShares, waiting: [] });
    cells = new Map();
    finished = [];
    openShares = 0;
    if (!recording) void recordQueue();
  }

  function keyOf(login: Login): string {
    let key = keys.get(login);
    if (key === undefined) {
      const { coin, network, address, memo, worker, code } = login;
      key = JSON.stringify([coin, network, address, memo, worker, code]);
      keys.set(login, key);
    }
    return key;
  }

  async function recordQueue(): Promise<void> {
    recording = true;
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      if (!(await recordUntilDone(head.batch))) break;
      queue.shift();
      unrecorded -= head.shares;
      for (const { resolve } of head.waiting) resolve();
    }
    recording = false;
  }

  async function recordUntilDone(batch: WorkBatch): Promise<boolean> {
    for (let pause = retryMs.first; ; pause = Math.min(pause * 2, retryMs.max)) {
      if (givenUp) return false;
      try {
        await options.record(batch);
        return true;
      } catch (error) {
        options.log.warn(
          { err: error, batch: batch.id, unrecorded },
          'work could not be recorded, trying again',
        );
      }
      if (givenUp) return false;
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
        setTimeout(resolve, pause);
      });
    }
  }

  function flush(): Promise<void> {
    closeBatch();
    const last = queue.at(-1);
    if (last === undefined) return Promise.resolve();
    if (givenUp) return Promise.reject(new Error('the tally is closed and work is unrecorded'));
    return new Promise((resolve, reject) => {
      last.waiting.push({ resolve, reject });
    });
  }

  function giveUp(): void {
    givenUp = true;
    wakeUp?.();
    for (const { waiting } of queue) {
      for (const { reject } of waiting) reject(new Error('the tally closed before work was recorded'));
    }
  }

  async function close(): Promise<number> {
    const limit = setTimeout(giveUp, closeWithinMs);
    try {
      await flush();
    } catch (error) {
      options.log.error({ err: error, unrecorded }, 'work was lost');
    }
    clearTimeout(limit);
    givenUp = true;
    return unrecorded;
  }

  return {
    add,
    accepting: () => unrecorded < unrecordedMax && !givenUp,
    unrecorded: () => unrecorded,
    oldestUnrecordedAt() {
      const oldest = queue[0]?.batch.lines ?? [...finished, ...cells.values()];
      return oldest.length === 0 ? undefined : Math.min(...oldest.map((part) => part.firstAt));
    },
    flush,
    close,
  };
}

function workOf(cell: Cell): bigint {
  return cell.work + cell.unit * BigInt(cell.unitShares);
}

/** One worker may mine over many connections: cells with the same key and minute become one line. */
function mergeCells(cells: readonly Cell[], keyOf: (login: Login) => string): readonly WorkLine[] {
  const lines = new Map<string, WorkLine>();
  for (const cell of cells) {
    const key = `${cell.minute} ${keyOf(cell.login)}`;
    const other = lines.get(key);
    const { coin, network, address, memo, worker, code } = cell.login;
    lines.set(key, {
      account: other?.account ?? { coin, network, address, memo },
      worker,
      code,
      work: workOf(cell) + (other?.work ?? 0n),
      shares: cell.shares + (other?.shares ?? 0),
      firstAt: Math.min(cell.firstAt, other?.firstAt ?? cell.firstAt),
      lastAt: Math.max(cell.lastAt, other?.lastAt ?? cell.lastAt),
    });
  }
  return [...lines.values()];
}
