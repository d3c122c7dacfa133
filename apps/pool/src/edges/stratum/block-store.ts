import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import type { BlockLog } from './block-log.ts';
import { createFaultLog } from './fault-log.ts';
import type { ShareAccumulator } from './share-accumulator.ts';

/** Takes found blocks to the database, over any time that the database is away and over the end of the process. */
export interface BlockStore {
  /**
   * Resolves when the block is safe: the database has it, or, where it takes too long, the disk. Rejects when neither does. The
   * database gets it after `shareRecorded`, the work of its own share, so that its round counts it.
   */
  found(candidate: BlockCandidate, shareRecorded: Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface BlockStoreOptions {
  readonly blockLog: BlockLog;
  readonly accumulator: Pick<ShareAccumulator, 'oldestUnrecordedAt'>;
  /** Writes the block into the database; the same block again changes nothing. */
  record(candidate: BlockCandidate): Promise<void>;
  /**
   * Submits the block to its chain; rejects if the chain does not answer. Called again until it answers, while the database is slow to
   * record the block, and for blocks that an earlier process left: a block cannot wait. Recording the block submits it once more.
   */
  submit(candidate: BlockCandidate): Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** How long the database may take before the disk answers for it. */
  readonly diskAfterMs?: number;
  readonly retryMs?: number;
}

const retryAfterMs = 250;

export function createBlockStore(options: BlockStoreOptions): BlockStore {
  const { blockLog, accumulator, log, diskAfterMs = 1000, retryMs = retryAfterMs } = options;
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function found(candidate: BlockCandidate, shareRecorded: Promise<void>): Promise<void> {
    shareRecorded.catch(() => undefined);
    const isKept = await blockLog.append(candidate).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, hash: candidate.hash }, 'a block could not be put on disk');
        return false;
      },
    );
    const recorded = settle(candidate, () => shareRecorded);
    const isRecorded = await Promise.race([
      recorded.then(() => true),
      sleep(diskAfterMs, false, { ref: false }),
    ]);
    if (isRecorded) return;
    log.warn({ hash: candidate.hash }, 'the database cannot take a block yet: it waits on disk');
    submitMeanwhile(candidate, recorded);
    if (!isKept) await recorded;
  }

  function submitMeanwhile(candidate: BlockCandidate, recorded: Promise<void>): void {
    const over = new AbortController();
    void recorded.catch(() => undefined).finally(() => over.abort());
    track(submitUntilAnswered(candidate, options, AbortSignal.any([over.signal, ending.signal])));
  }

  function track(done: Promise<void>): void {
    underWay.add(done);
    done.catch(() => undefined).finally(() => underWay.delete(done));
  }

  /** Rejects only when the pool ends before the database has it. */
  function settle(candidate: BlockCandidate, workIsRecorded: () => Promise<void>): Promise<void> {
    const logFault = createFaultLog(log, 'a block could not be recorded');
    const done = (async () => {
      for (;;) {
        try {
          await workIsRecorded();
          await options.record(candidate);
          await blockLog.drop(candidate.hash);
          return;
        } catch (error) {
          if (ending.signal.aborted) throw error;
          logFault(error, { hash: candidate.hash });
        }
        await sleep(retryMs, undefined, { signal: ending.signal });
      }
    })();
    track(done);
    return done;
  }

  const left = blockLog.waiting();
  if (left.length > 0) {
    log.warn(
      { blocks: left.map(({ hash }) => hash) },
      'an earlier process left blocks that the database may not have',
    );
    for (const candidate of left)
      submitMeanwhile(
        candidate,
        settle(candidate, olderWorkIsRecorded(accumulator, candidate.foundAt, ending.signal)),
      );
  }

  return {
    found,
    close: async () => {
      ending.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/** Hands a block to its chain until that answers, or `over`: once the database has it, its round does. */
async function submitUntilAnswered(
  candidate: BlockCandidate,
  options: BlockStoreOptions,
  over: AbortSignal,
): Promise<void> {
  const { log, retryMs = retryAfterMs } = options;
  const logFault = createFaultLog(log, 'a block could not be submitted yet');
  while (!over.aborted) {
    try {
      await options.submit(candidate);
      return;
    } catch (error) {
      logFault(error, { hash: candidate.hash });
    }
    await sleep(retryMs, undefined, { signal: over });
  }
}

/** What an earlier process accepted is recorded from its log, oldest first: until it has come past the block. */
function olderWorkIsRecorded(
  accumulator: BlockStoreOptions['accumulator'],
  before: number,
  ended: AbortSignal,
): () => Promise<void> {
  return async () => {
    while ((accumulator.oldestUnrecordedAt() ?? Number.POSITIVE_INFINITY) <= before)
      await sleep(50, undefined, { signal: ended });
  };
}
