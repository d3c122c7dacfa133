import { keepHeapSmall } from '../runtime/keep-heap-small.ts';
import { lowerThreadPriority } from '../runtime/lower-thread-priority.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { crashAt } from '../domain/kernel/crash-at.ts';
import { openPostgres } from '../runtime/database/postgres-database.ts';
import { onDomainEvent } from '../domain/kernel/domain-events.ts';
import { creditRound } from '../domain/rounds/credit-round.ts';
import type { CreditAnswer, CreditRequest, CreditWorkerData } from './credit-thread.ts';

/** A round of 200,000 miners is booked by few, large statements; on a busy server one takes minutes. No caller waits for it. */
const statementMs = 5 * 60_000;

/**
 * The other end of `credit-thread`: a round of hundreds of thousands of miners takes seconds to calculate, and miners must not wait for
 * that. One round at a time, on connections of its own.
 */
function serve(): void {
  if (parentPort === null) throw new Error('credit-worker runs only as a worker thread');
  const port = parentPort;
  const { url, crash } = workerData as CreditWorkerData;
  if (crash !== undefined) crashAt(crash.at, undefined, crash.hits);
  lowerThreadPriority();
  // They are heard in the thread that they happened in only.
  onDomainEvent((event) => port.postMessage({ kind: 'domain-event', event } satisfies CreditAnswer));
  const db = openPostgres(url, 2, { answerWithinMs: statementMs });
  port.on('message', ({ roundId, now, rates, conversionCaps, conversionSpreads }: CreditRequest) => {
    const quotes = new Map(rates.quotes);
    const recent = new Map(rates.recent);
    const ctx = {
      db,
      clock: { now: () => now },
      rates: {
        name: rates.name,
        kind: rates.kind,
        quotesOf: (asset: string) => quotes.get(asset) ?? [],
        recentOf: (asset: string) => recent.get(asset) ?? [],
      },
      publisher: {
        publish: (events: Extract<CreditAnswer, { kind: 'events' }>['events']) =>
          port.postMessage({ kind: 'events', events } satisfies CreditAnswer),
      },
      ...(conversionCaps === undefined ? {} : { conversionCaps }),
      conversionSpreads,
    };
    const letHeapBe = keepHeapSmall();
    creditRound(ctx, roundId)
      .finally(letHeapBe)
      .then(
        (outcome) => port.postMessage({ kind: 'done', outcome } satisfies CreditAnswer),
        (error: unknown) => {
          const { message, stack = message } = error as Error;
          port.postMessage({ kind: 'failed', message, stack } satisfies CreditAnswer);
        },
      );
  });
}

serve();
