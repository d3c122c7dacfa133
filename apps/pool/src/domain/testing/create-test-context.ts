import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import { createTestDatabase } from '../../runtime/database/testing/create-test-database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { createVerdictMemory, type VerdictMemory } from '../kernel/verdict-memory.ts';

export interface TestContext extends ServiceContext {
  /** Of one process. */
  readonly blockVerdicts: VerdictMemory;
  /** Everything that watchers would have heard, in order. */
  readonly published: LiveEvent[];
  /** Sets business time. */
  setNow(ms: number): void;
  advance(ms: number): void;
  /** Prices in dollars, which two sources agree on; a coin without one has no rate. */
  readonly prices: Map<string, string>;
  close(): Promise<void>;
}

export const testStart = Date.UTC(2026, 0, 15, 12, 0, 0);

let contexts = 0;

/** The services' context on a real database of its own, with a clock and prices that the suite holds. */
export async function createTestContext(engine: Engine): Promise<TestContext> {
  const db = await createTestDatabase(engine);
  let now = testStart;
  let drawn = 0;
  contexts += 1;
  // Not what another context has drawn: one may go on with a copy of the other's database.
  const own = contexts.toString(16).padStart(4, '0');
  const published: LiveEvent[] = [];
  const prices = new Map([
    ['BTC', '100000'],
    ['DOGE', '0.25'],
    ['LTC', '100'],
  ]);
  return {
    db,
    published,
    prices,
    blockVerdicts: createVerdictMemory(),
    clock: { now: () => now },
    random: {
      uuid: () => {
        drawn += 1;
        return `00000000-0000-4000-${own}-${drawn.toString(16).padStart(12, '0')}`;
      },
      bytes: (length) => new Uint8Array(length).fill(7),
    },
    rates: {
      name: 'the suite',
      kind: 'real',
      quotesOf: (asset) => {
        const usd = prices.get(asset);
        if (usd === undefined) return [];
        return ['one', 'two'].map((rateSource) => ({
          usd,
          rateSource,
          pair: `${asset}/USD`,
          observedAt: now,
        }));
      },
      recentOf: () => [],
    },
    publisher: { publish: (events) => published.push(...events) },
    // Under this secret the miners of build-work are opened in the order doge, btc, ltc: a batch opens them by their ids.
    secret: new Uint8Array(32).fill(3),
    setNow: (ms) => {
      now = ms;
    },
    advance: (ms) => {
      now += ms;
    },
    close: () => db.close(),
  };
}
