import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import type { CountedReject, WorkBatch } from '../../domain/kernel/work-batch.ts';
import { crashPoint } from '../../domain/kernel/crash-point.ts';
import { createOpenBatch } from './open-batch.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** Accepted work on its way from the sessions of one algorithm to the books. */
export interface ShareAccumulator {
  /** Says from where a login mines, as `sourceKey` writes it: all its work is counted as coming from there. */
  from(login: Login, source: string): void;
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

export interface ShareAccumulatorOptions {
  readonly algorithm: string;
  /** Called once at a time, in order, and again with the same batches until it resolves: records all of them or none. */
  record(batches: readonly WorkBatch[]): Promise<void>;
  newId(): string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Where work waits on disk while it is not recorded, over the end of this process if need be. Closed by the caller, later. */
  readonly spool?: WriteAheadLog;
  /** How long a closed batch may wait in memory alone: with `batchMs`, well within the second of work that a crash may cost. */
  readonly spoolAfterMs?: number;
  /** A batch is closed after this long or after this many shares, whichever comes first. Two such batches are what a crash may cost. */
  readonly batchMs?: number;
  readonly batchShares?: number;
  readonly unrecordedMax?: number;
  readonly retryMs?: { readonly first: number; readonly max: number };
  readonly closeWithinMs?: number;
}

/** A batch on its way. Those on disk come before those in memory only. */
interface Queued {
  readonly id: string;
  /** Undefined where it is on disk only, because there is too much of it. */
  batch: WorkBatch | undefined;
  readonly shares: number;
  readonly firstAt: number | undefined;
  readonly closedAt: number;
  spooled: boolean;
}

/** What is recorded at once. */
interface Group {
  readonly batches: readonly WorkBatch[];
  /** How many of them stand at the head of the queue; the others are an earlier process's, and on disk only. */
  readonly queued: number;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Batches that may wait before rejects are no longer counted. */
const rejectQueueMax = 200;

/** What is recorded at once, and what of it is kept in memory when it is on disk too. */
const groupBatchesMax = 64;
const groupLinesMax = 40_000;
const keptLinesMax = 100_000;

/**
 * Recording may take this part of the time, as long as that makes nobody wait longer than `restMsMax`, and a few workers no longer than
 * they are worth; what comes in meanwhile is recorded together. While the database works, a miner's answer waits for a processor on a
 * small machine: so it works seldom.
 */
const recordingShare = 1 / 100;
const restMsMax = 12_000;
const restMsForLine = 20;

/** When work has waited this long beyond the books' rest, somebody should know. */
const lateMs = 5000;

export function createShareAccumulator(options: ShareAccumulatorOptions): ShareAccumulator {
  const {
    batchMs = 250,
    batchShares = 500,
    unrecordedMax = 200_000,
    retryMs = { first: 250, max: 5000 },
    closeWithinMs = 10_000,
    spoolAfterMs = 400,
    spool,
  } = options;
  const open = createOpenBatch();
  /** Closed batches, oldest first. */
  const queue: Queued[] = [];
  /** Who waits for a batch, wherever it is. */
  const waiters = new Map<string, Waiter[]>();
  /** Shares in memory only. */
  let unrecorded = 0;
  /** How many of the queue are on disk, and the lines of those that are in memory too. */
  let spooled = 0;
  let keptLines = 0;
  let lastClosed: string | undefined;
  let spoolTimer: NodeJS.Timeout | undefined;
  let spooling: Promise<void> | undefined;
  /** The spool took no more when it was last asked. */
  let refused = false;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  let recording = false;
  let givenUp = false;
  let wakeUp: (() => void) | undefined;
  let endRest: (() => void) | undefined;
  let restUntil = 0;
  /** Batches at the head of the spool that an earlier process left. */
  let older = spool?.waiting().batches ?? 0;

  function add(login: Login, work: bigint, at: number): void {
    open.add(login, work, at);
    unrecorded += 1;
    if (open.shares() >= batchShares) closeBatch();
    else timer ??= setTimeout(closeBatch, batchMs);
  }

  function reject(login: Login, reason: CountedReject, at: number): void {
    if (unrecorded >= unrecordedMax || queue.length >= rejectQueueMax) return;
    open.reject(login, reason, at);
    timer ??= setTimeout(closeBatch, batchMs);
  }

  function closeBatch(): void {
    clearTimeout(timer);
    timer = undefined;
    if (open.isEmpty()) return;
    const [shares, firstAt] = [open.shares(), open.firstAt()];
    const batch: WorkBatch = { id: options.newId(), algorithm: options.algorithm, ...open.take() };
    if (queue.length === groupBatchesMax) endRest?.();
    queue.push({ id: batch.id, batch, shares, firstAt, closedAt: performance.now(), spooled: false });
    lastClosed = batch.id;
    if (!recording) void recordAll();
    protect();
  }

  /** Records what is there, together, until nothing is. What waits on disk is older and goes first. */
  async function recordAll(): Promise<void> {
    recording = true;
    try {
      while (older > 0 || queue.length > 0) {
        await rest();
        const group = await nextGroup();
        if (group === undefined) continue;
        const started = performance.now();
        if (!(await recordUntilDone(group.batches)) || givenUp) return;
        const took = performance.now() - started;
        const lines = group.batches.reduce((sum, batch) => sum + batch.lines.length, 0);
        const restMs = Math.min(restMsMax, restMsForLine * lines, took / recordingShare);
        restUntil = started + Math.max(batchMs, restMs);
        await leave(group);
      }
      refused = false;
      if (isLate) options.log.warn({}, 'all waiting work is recorded');
      isLate = false;
    } catch (error) {
      options.log.error({ err: error }, 'the spool cannot be read');
      setTimeout(() => {
        if (!recording && !givenUp) void recordAll();
      }, retryMs.max).unref();
    } finally {
      recording = false;
    }
  }

  /** Undefined where what should be on disk is not there any more. */
  async function nextGroup(): Promise<Group | undefined> {
    const inMemory = queue.findIndex(({ batch }) => batch !== undefined);
    const onDiskOnly = older > 0 ? older : inMemory < 0 ? queue.length : inMemory;
    if (spool !== undefined && onDiskOnly > 0) {
      const batches = await spool.peek(Math.min(onDiskOnly, groupBatchesMax));
      if (batches.length > 0) return { batches, queued: older > 0 ? 0 : batches.length };
      await forgetSpooled(spool);
      return undefined;
    }
    const batches: WorkBatch[] = [];
    let lines = 0;
    for (const { batch } of queue) {
      if (batch === undefined || batches.length === groupBatchesMax || lines > groupLinesMax) break;
      batches.push(batch);
      lines += batch.lines.length;
    }
    return { batches, queued: batches.length };
  }

  /** Somebody cut the file: what is in memory too begins anew, and what was added since is met twice, which is harmless. */
  async function forgetSpooled(cut: WriteAheadLog): Promise<void> {
    await untilSpooled();
    for (const gone of queue.filter(({ batch }) => batch === undefined)) {
      queue.splice(queue.indexOf(gone), 1);
      settle(gone.id);
    }
    for (const one of queue) {
      if (one.spooled) unrecorded += one.shares;
      one.spooled = false;
    }
    spooled = 0;
    keptLines = 0;
    older = cut.waiting().batches;
    protect();
  }

  /** A recorded group leaves the queue and the disk. */
  async function leave({ batches, queued }: Group): Promise<void> {
    await untilSpooled();
    if (queued === 0) {
      older -= batches.length;
      await dropSpooled(batches.length);
    } else {
      const gone = queue.splice(0, queued);
      const onDisk = gone.filter((one) => one.spooled);
      for (const one of gone) {
        if (!one.spooled) unrecorded -= one.shares;
        else keptLines -= one.batch?.lines.length ?? 0;
      }
      spooled -= onDisk.length;
      if (onDisk.length > 0) await dropSpooled(onDisk.length);
    }
    for (const { id } of batches) settle(id);
  }

  async function dropSpooled(count: number): Promise<void> {
    crashPoint('spooled-batch-undropped');
    await spool?.drop(count);
    crashPoint('spooled-batch-dropped');
  }

  /** Nothing may leave the queue while some of it is on its way to the disk. */
  async function untilSpooled(): Promise<void> {
    if (spooling === undefined) return;
    await spooling;
    await untilSpooled();
  }

  /**
   * Recording costs least when much is recorded together, and meanwhile the disk keeps it: so the books get a rest, but for more than
   * is recorded at once.
   */
  async function rest(): Promise<void> {
    const ms = restUntil - performance.now();
    if (spool === undefined || waiters.size > 0 || givenUp || ms <= 0) return;
    if (queue.length >= groupBatchesMax) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(limit);
        resolve();
      };
    });
    endRest = undefined;
  }

  function settle(id: string): void {
    for (const { resolve } of waiters.get(id) ?? []) resolve();
    waiters.delete(id);
    if (lastClosed === id) lastClosed = undefined;
  }

  /** Sends to the disk what a crash may not cost: too many shares, or shares that have waited too long. */
  function protect(): void {
    if (spool === undefined || spooling !== undefined) return;
    if (unrecorded - open.shares() >= batchShares && !refused) void spoolQueue(spool).then(protect);
    else watchAge(spool);
  }

  /** Looks after the oldest batch that is in memory only. */
  function watchAge(to: WriteAheadLog): void {
    if (spoolTimer !== undefined) return;
    const head = queue[spooled];
    if (head === undefined) return;
    const patience = head.closedAt + spoolAfterMs - performance.now();
    spoolTimer = setTimeout(
      () => {
        spoolTimer = undefined;
        const oldest = queue[spooled];
        if (oldest === undefined) return;
        if (performance.now() - oldest.closedAt >= spoolAfterMs) void spoolQueue(to).then(protect);
        else watchAge(to);
      },
      refused ? retryMs.first : Math.max(0, patience),
    );
  }

  /** Puts on disk what is in memory only. What the disk does not take stays in memory, and no more is promised until it does. */
  async function spoolQueue(to: WriteAheadLog): Promise<void> {
    if (spooling !== undefined) return spooling;
    const taken = queue.slice(spooled).flatMap(({ batch }) => batch ?? []);
    if (taken.length === 0) return;
    sayIfLate();
    spooling = to.append(taken).then(
      (outcome) => {
        if (outcome === 'full') return refuse(new Error('the spool is full'));
        refused = false;
        // A group leaves only when no append is under way, so these are the same ones still.
        for (const one of queue.slice(spooled, spooled + taken.length)) markSpooled(one);
        if (!recording && !givenUp) void recordAll();
      },
      (error: unknown) => refuse(error),
    );
    await spooling;
    spooling = undefined;
  }

  function markSpooled(one: Queued): void {
    one.spooled = true;
    spooled += 1;
    unrecorded -= one.shares;
    const lines = one.batch?.lines.length ?? 0;
    if (keptLines + lines > keptLinesMax) one.batch = undefined;
    else keptLines += lines;
  }

  function sayIfLate(): void {
    const [oldest] = queue;
    if (isLate || oldest === undefined) return;
    if (performance.now() - Math.max(oldest.closedAt, restUntil) < lateMs) return;
    isLate = true;
    options.log.warn({ unrecorded }, 'work cannot be recorded in time and waits in the spool');
  }

  function refuse(error: unknown): void {
    if (!refused)
      options.log.error({ err: error, unrecorded }, 'the spool takes no more: shares are refused');
    refused = true;
  }

  async function recordUntilDone(batches: readonly WorkBatch[]): Promise<boolean> {
    for (let wait = retryMs.first; ; wait = Math.min(wait * 2, retryMs.max)) {
      if (givenUp) return false;
      try {
        await options.record(batches);
        return true;
      } catch (error) {
        options.log.warn(
          { err: error, batch: batches[0]?.id, unrecorded },
          'work could not be recorded, trying again',
        );
      }
      if (givenUp) return false;
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
        setTimeout(resolve, wait);
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
      endRest?.();
    });
  }

  function giveUp(): void {
    givenUp = true;
    wakeUp?.();
    endRest?.();
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
    endRest?.();
    if (spool !== undefined) {
      await spooling;
      await spoolQueue(spool);
    }
    return unrecorded;
  }

  if (older > 0) {
    options.log.warn({ ...spool?.waiting() }, 'an earlier process left work in the spool');
    void recordAll();
  }

  return {
    from: (login, source) => open.from(login, source),
    add,
    reject,
    accepting: () => unrecorded < unrecordedMax && !refused && !givenUp,
    unrecorded: () => unrecorded + (spool?.waiting().shares ?? 0),
    oldestUnrecordedAt() {
      const queuedAt = spool?.waiting().oldestAt ?? queue.find((one) => one.firstAt !== undefined)?.firstAt;
      return queuedAt ?? open.firstAt();
    },
    flush,
    close,
  };
}
