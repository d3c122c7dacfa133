import { Worker } from 'node:worker_threads';
import { coins } from '@openlode/catalogue/coins';
import type { Quote } from '@openlode/ledger/agreed-price';
import type { ConversionCaps } from '@openlode/ledger/conversion-caps';
import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import type { CrashAt, crashHits } from '../domain/kernel/crash-at.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { type DomainEvent, publishDomainEvent } from '../domain/kernel/domain-events.ts';
import type { LiveEvent } from '../domain/kernel/publisher.ts';
import type { CreditOutcome } from '../domain/rounds/credit-round.ts';
import type { PoolKind } from '../domain/kernel/pool-kind.ts';
import { Mutex } from '../runtime/mutex.ts';

/** What the thread is started with. */
export interface CreditWorkerData {
  readonly url: string;
  /** For suites: where the process dies, and the hits that all its threads count together. */
  readonly crash: { readonly at: CrashAt; readonly hits: typeof crashHits } | undefined;
}

/** A round to credit, with all that the thread cannot ask for itself: the time, and what the market says now. */
export interface CreditRequest {
  readonly roundId: bigint;
  readonly now: number;
  readonly rates: {
    readonly name: string;
    readonly kind: PoolKind;
    readonly quotes: readonly (readonly [asset: string, quotes: readonly Quote[]])[];
    readonly recent: readonly (readonly [asset: string, quotes: readonly Quote[]])[];
  };
  readonly conversionCaps: ConversionCaps | undefined;
  readonly conversionSpreads: ConversionSpreads | undefined;
}

export type CreditAnswer =
  | { readonly kind: 'events'; readonly events: readonly LiveEvent[] }
  | { readonly kind: 'domain-event'; readonly event: DomainEvent }
  | { readonly kind: 'done'; readonly outcome: CreditOutcome }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };

export interface CreditThread {
  /**
   * Credits a round as `creditRound` does, in a thread of its own. One round at a time: callers wait for their turn. A thread that does not
   * answer for half an hour is ended, and the call rejects: its connection is gone then, and with it what it had begun.
   */
  credit(roundId: bigint): Promise<CreditOutcome>;
  /** Waits some seconds for the round that is being credited, then ends the thread; that round is credited after the next start. */
  close(): Promise<void>;
}

type Context = Pick<ServiceContext, 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'>;

/** How the round that the thread has is answered. */
interface RoundAnswer {
  readonly resolve: (outcome: CreditOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that has nothing to do gives its memory back after this long. */
const idleMs = 60_000;
/** A round of 200,000 miners takes minutes on a busy machine, each of its statements five at most. */
const creditLimitMs = 30 * 60_000;
/** How long closing waits for the round that is being credited; the lane that asked for it was waited for before. */
const closeLimitMs = 5000;

/** The thread starts with the first round, and again after it ended: what it had begun is rolled back by then, or committed. */
export function openCreditThread(
  ctx: Context,
  workerFile: URL,
  workerData: CreditWorkerData,
  start = (): Worker => new Worker(workerFile, { workerData }),
): CreditThread {
  let worker: Worker | undefined;
  /** The round that the thread has now. */
  let round: RoundAnswer | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const mutex = new Mutex();

  /** Listened to as long as it lives: a thread that ends between two rounds must not get the next one. */
  function startThread(): Worker {
    const thread = start();
    const lose = (error: Error): void => {
      if (worker !== thread) return;
      worker = undefined;
      end()?.reject(error);
    };
    thread.on('message', (answer: CreditAnswer) => {
      if (answer.kind === 'events') return ctx.publisher.publish(answer.events);
      if (answer.kind === 'domain-event') return publishDomainEvent(undefined, answer.event);
      if (answer.kind === 'done') return end()?.resolve(answer.outcome);
      return end()?.reject(Object.assign(new Error(answer.message), { stack: answer.stack }));
    });
    thread.on('error', lose);
    thread.on('exit', () => lose(new Error('the thread that credits rounds ended')));
    return thread;
  }

  function end(): RoundAnswer | undefined {
    const ended = round;
    round = undefined;
    clearTimeout(idle);
    idle = setTimeout(() => void stop('the thread had nothing to do'), idleMs);
    idle.unref();
    return ended;
  }

  function run(roundId: bigint): Promise<CreditOutcome> {
    if (isClosed) return Promise.reject(new Error('the pool closes'));
    clearTimeout(idle);
    worker ??= startThread();
    const thread = worker;
    const limit = setTimeout(
      () => void stop(`crediting round ${roundId} took more than ${creditLimitMs / 60_000} minutes`),
      creditLimitMs,
    );
    limit.unref();
    return new Promise<CreditOutcome>((resolve, reject) => {
      round = { resolve, reject };
      thread.postMessage(requestOf(ctx, roundId));
    }).finally(() => clearTimeout(limit));
  }

  /** Ends the thread; the round that it has is answered when the thread is gone. */
  async function stop(reason: string): Promise<void> {
    const ending = worker;
    const lost = end();
    clearTimeout(idle);
    worker = undefined;
    await ending?.terminate();
    lost?.reject(new Error(reason));
  }

  return {
    credit(roundId) {
      return mutex.run(() => run(roundId));
    },
    async close() {
      isClosed = true;
      await endedOrLate(mutex.settled(), closeLimitMs);
      await stop('the pool closes');
    },
  };
}

async function endedOrLate(work: Promise<unknown>, limitMs: number): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (limit = setTimeout(resolve, limitMs)));
  await Promise.race([work, late]);
  clearTimeout(limit);
}

/** Every coin's quotes of this moment: the thread finds out only in its transaction which of them it needs. */
function requestOf(
  { clock, rates, conversionCaps, conversionSpreads }: Context,
  roundId: bigint,
): CreditRequest {
  const assets = coins.map(({ symbol }) => symbol);
  return {
    roundId,
    now: clock.now(),
    rates: {
      name: rates.name,
      kind: rates.kind,
      quotes: assets.map((asset) => [asset, rates.quotesOf(asset)]),
      recent: assets.map((asset) => [asset, rates.recentOf(asset)]),
    },
    conversionCaps,
    conversionSpreads,
  };
}
