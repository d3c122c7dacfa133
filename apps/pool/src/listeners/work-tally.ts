import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import type { CountedReject, RejectLine, WorkBatch, WorkLine } from '../services/work/work-batch.ts';
import type { WorkSpool } from './work-spool.ts';

/** Accepted work on its way from the sessions of one algorithm to the books. */
export interface WorkTally {
  /** Takes in one accepted share: its work in expected hashes, its time in ms. */
  add(login: Login, work: bigint, at: number): void;
  /** Counts one refused share. Counts may be lost where shares may not: they are dropped while too much is unrecorded. */
  reject(login: Login, reason: CountedReject, at: number): void;
  /** False while so much is unrecorded, in memory or on disk, that no more may be promised. */
  accepting(): boolean;
  /** Shares that were added and not recorded yet. */
  unrecorded(): number;
  /** When the oldest of them came in, in ms; undefined when all are recorded. */
  oldestUnrecordedAt(): number | undefined;
  /** Resolves when everything that was added so far is recorded; rejects when the tally closed without that. */
  flush(): Promise<void>;
  /** Records what is left, within a limit of time, and spools the rest; answers how many shares are lost. */
  close(): Promise<number>;
}

export interface WorkTallyOptions {
  readonly algorithm: string;
  /** Called once at a time, in order, and again with the same batch until it resolves. */
  record(batch: WorkBatch): Promise<void>;
  newId(): string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Where work waits on disk while it cannot be recorded, over the end of this process if need be. Closed by the caller, later. */
  readonly spool?: WorkSpool;
  /** How long a closed batch may wait in memory alone: with `batchMs`, well within the second of work that a crash may cost. */
  readonly spoolAfterMs?: number;
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
  readonly closedAt: number;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Batches that may wait before rejects are no longer counted. */
const rejectQueueMax = 200;

export function createWorkTally(options: WorkTallyOptions): WorkTally {
  const {
    batchMs = 250,
    batchShares = 1000,
    unrecordedMax = 200_000,
    retryMs = { first: 250, max: 5000 },
    closeWithinMs = 10_000,
    spoolAfterMs = 400,
    spool,
  } = options;
  const keys = new WeakMap<Login, string>();
  /** Closed batches that are in memory only, oldest first. What the spool has is older than all of them. */
  const queue: Queued[] = [];
  /** Who waits for a batch, wherever it is. */
  const waiters = new Map<string, Waiter[]>();
  let cells = new Map<Login, Cell>();
  let finished: Cell[] = [];
  let rejects = new Map<Login, Map<CountedReject, RejectLine>>();
  let openShares = 0;
  /** Shares in memory. */
  let unrecorded = 0;
  let lastClosed: string | undefined;
  let spoolTimer: NodeJS.Timeout | undefined;
  let spooling: Promise<void> | undefined;
  /** The spool took no more when it was last asked. */
  let refused = false;
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

  function reject(login: Login, reason: CountedReject, at: number): void {
    if (unrecorded >= unrecordedMax || queue.length >= rejectQueueMax) return;
    let counts = rejects.get(login);
    if (counts === undefined) rejects.set(login, (counts = new Map()));
    const known = counts.get(reason);
    const { coin, network, address, memo, worker } = login;
    const account = known?.account ?? { coin, network, address, memo };
    counts.set(reason, { account, worker, reason, shares: (known?.shares ?? 0) + 1, at });
    timer ??= setTimeout(closeBatch, batchMs);
  }

  function closeBatch(): void {
    clearTimeout(timer);
    timer = undefined;
    if (openShares === 0 && rejects.size === 0) return;
    const batch: WorkBatch = {
      id: options.newId(),
      algorithm: options.algorithm,
      lines: mergeCells([...finished, ...cells.values()], keyOf),
      ...(rejects.size === 0
        ? {}
        : { rejects: [...rejects.values()].flatMap((counts) => [...counts.values()]) }),
    };
    rejects = new Map();
    queue.push({ batch, shares: openShares, closedAt: performance.now() });
    lastClosed = batch.id;
    cells = new Map();
    finished = [];
    openShares = 0;
    if (!recording) void recordAll();
    watchAge();
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

  /** The spool first: what waits on disk is older. */
  async function recordAll(): Promise<void> {
    recording = true;
    try {
      for (;;) {
        const spooled = isSpooling() ? await spool?.peek() : undefined;
        const head = queue[0];
        if (spooled !== undefined) {
          if (!(await recordUntilDone(spooled))) break;
          await spool?.drop();
          settle(spooled.id);
        } else if (head !== undefined) {
          if (!(await recordUntilDone(head.batch))) break;
          // Meanwhile it may have gone to the spool; there it is met again, and its id makes the repeat harmless.
          if (queue[0] !== head) continue;
          queue.shift();
          unrecorded -= head.shares;
          settle(head.batch.id);
        } else {
          refused = false;
          break;
        }
        if (spooled !== undefined && !isSpooling()) options.log.warn({}, 'all spooled work is recorded');
      }
    } catch (error) {
      options.log.error({ err: error }, 'the spool cannot be read');
      setTimeout(() => {
        if (!recording && !givenUp) void recordAll();
      }, retryMs.max).unref();
    } finally {
      recording = false;
    }
  }

  function isSpooling(): boolean {
    return spool !== undefined && spool.waiting().batches > 0;
  }

  function settle(id: string): void {
    for (const { resolve } of waiters.get(id) ?? []) resolve();
    waiters.delete(id);
    if (lastClosed === id) lastClosed = undefined;
  }

  /** Looks after the oldest batch that is in memory only; while older work is on disk, a new batch follows it at once. */
  function watchAge(): void {
    if (spool === undefined || spoolTimer !== undefined) return;
    const head = queue[0];
    if (head === undefined) return;
    const patience = isSpooling() ? 0 : head.closedAt + spoolAfterMs - performance.now();
    spoolTimer = setTimeout(
      () => {
        spoolTimer = undefined;
        const oldest = queue[0];
        if (oldest === undefined) return;
        const isDue = performance.now() - oldest.closedAt >= spoolAfterMs || isSpooling();
        if (isDue) void spoolQueue(spool).then(watchAge);
        else watchAge();
      },
      refused ? retryMs.first : Math.max(0, patience),
    );
  }

  /** Puts on disk what is in memory. What the disk does not take stays in memory, and no more is promised until it does. */
  async function spoolQueue(to: WorkSpool): Promise<void> {
    if (spooling !== undefined) return spooling;
    const taken = [...queue];
    if (taken.length === 0) return;
    const isFirst = !isSpooling();
    spooling = to.append(taken.map(({ batch }) => batch)).then(
      (outcome) => {
        if (outcome === 'full') return refuse(new Error('the spool is full'));
        refused = false;
        if (isFirst)
          options.log.warn({ unrecorded }, 'work cannot be recorded in time and goes to the spool');
        // Some of them may have been recorded while they were written: they are met again, and harmless.
        for (const one of taken) {
          const at = queue.indexOf(one);
          if (at < 0) continue;
          queue.splice(at, 1);
          unrecorded -= one.shares;
        }
        if (!recording && !givenUp) void recordAll();
      },
      (error: unknown) => refuse(error),
    );
    await spooling;
    spooling = undefined;
  }

  function refuse(error: unknown): void {
    if (!refused)
      options.log.error({ err: error, unrecorded }, 'the spool takes no more: shares are refused');
    refused = true;
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
    const last = lastClosed;
    if (last === undefined) return Promise.resolve();
    if (givenUp) return Promise.reject(new Error('the tally is closed and work is unrecorded'));
    return new Promise((resolve, reject) => {
      waiters.set(last, [...(waiters.get(last) ?? []), { resolve, reject }]);
    });
  }

  function giveUp(): void {
    givenUp = true;
    wakeUp?.();
    for (const { reject } of [...waiters.values()].flat()) {
      reject(new Error('the tally closed before work was recorded'));
    }
    waiters.clear();
  }

  async function close(): Promise<number> {
    const limit = setTimeout(giveUp, closeWithinMs);
    try {
      await flush();
    } catch (error) {
      options.log.error({ err: error, unrecorded }, 'work was not recorded before the end');
    }
    clearTimeout(limit);
    clearTimeout(spoolTimer);
    givenUp = true;
    wakeUp?.();
    if (spool !== undefined) {
      await spooling;
      await spoolQueue(spool);
    }
    return unrecorded;
  }

  if (isSpooling()) {
    options.log.warn({ ...spool?.waiting() }, 'an earlier process left work in the spool');
    void recordAll();
  }

  return {
    add,
    reject,
    accepting: () => unrecorded < unrecordedMax && !refused && !givenUp,
    unrecorded: () => unrecorded + (spool?.waiting().shares ?? 0),
    oldestUnrecordedAt() {
      const spooledSince = spool?.waiting().oldestAt;
      if (spooledSince !== undefined) return spooledSince;
      const queued = queue.find(({ batch }) => batch.lines.length > 0);
      const oldest = queued?.batch.lines ?? [...finished, ...cells.values()];
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
