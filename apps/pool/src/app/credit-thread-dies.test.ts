import { Worker } from 'node:worker_threads';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BlockState, Chain } from '../domain/kernel/chain.ts';
import { checkLedger, isLedgerSound } from '../domain/ledger/check-ledger.ts';
import { advanceRound } from '../domain/rounds/advance-round.ts';
import { recordCandidate } from '../domain/rounds/record-candidate.ts';
import { recordWork } from '../domain/shares/record-work.ts';
import { buildBatch, buildLine } from '../domain/testing/build-work.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../domain/testing/fake-chain.ts';
import type { Database, Transaction } from '../runtime/database/database.ts';
import { openPostgres } from '../runtime/database/postgres-database.ts';
import { createTestPostgres, testEngines } from '../runtime/database/testing/create-test-database.ts';
import { type CreditThread, openCreditThread } from './credit-thread.ts';

const channel = 'credit-thread-dies';
/** The thread as it is in the sources, and what ends it in the way that it is asked to. */
const entry = `
  const orders = new BroadcastChannel('${channel}');
  orders.onmessage = ({ data }) => {
    if (data === 'exit') process.exit(3);
    setImmediate(() => { throw new Error('a bug in the thread'); });
  };
  orders.unref();
  const { register } = await import('${import.meta.resolve('tsx/esm/api')}');
  register();
  await import('${new URL('./credit-worker.ts', import.meta.url).href}');`;

describe.runIf(testEngines().includes('postgres'))('a thread that dies while it credits a round', () => {
  let made: Awaited<ReturnType<typeof createTestPostgres>>;
  let ctx: TestContext;
  let db: Database;
  let worker: Worker;
  let thread: CreditThread;
  const orders = new BroadcastChannel(channel);
  beforeAll(async () => {
    made = await createTestPostgres();
    ctx = await createTestContext('pglite');
    db = openPostgres(made.url, 3, { connectWithinMs: 60_000 });
  });
  afterEach(() => thread.close());
  afterAll(async () => {
    orders.close();
    await db.close();
    await ctx.close();
    await made.drop();
  });

  const open = (): CreditThread => {
    const own = { ...ctx, db };
    const workerData = { url: made.url, crash: undefined };
    return openCreditThread(own, new URL('file:///none'), workerData, () => {
      worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(entry)}`), { workerData });
      return worker;
    });
  };

  /** Keeps the thread in the middle of its transaction, as long as `work` takes. */
  async function whileItCredits(work: (tx: Transaction) => Promise<void>): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.query(sql`LOCK TABLE credits IN ACCESS EXCLUSIVE MODE`);
      await work(tx);
    });
  }
  const waits = (tx: Transaction) =>
    tx.query(sql`SELECT 1 FROM pg_locks WHERE relation = 'credits'::regclass AND NOT granted`);

  it.each([
    ['a', 'is terminated', () => worker.terminate(), 'the thread that credits rounds ended'],
    ['b', 'exits', async () => orders.postMessage('exit'), 'the thread that credits rounds ended'],
    ['c', 'throws', async () => orders.postMessage('throw'), 'a bug in the thread'],
  ])(
    '%s: %s, has credited nothing, and the next one credits it once [I6]',
    {
      timeout: 240_000,
    },
    async (digit, _how, die, why) => {
      const own = { ...ctx, db };
      thread = open();
      await recordWork(own, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
      const id = await recordCandidate(own, buildCandidate(digit));
      const state: BlockState = 'immature';
      const chain: Chain = {
        ...fakeChain([{ asset: 'BTC', amount: 10n ** 17n }]),
        stateOf: async () => state,
      };
      expect(await advanceRound({ ...own, chains: [chain] }, id)).toBe('accepted');
      await whileItCredits(async (tx) => {
        const crediting = expect(thread.credit(id)).rejects.toThrow(why);
        await vi.waitFor(async () => expect(await waits(tx)).toHaveLength(1), { timeout: 120_000 });
        await die();
        await crediting;
      });
      expect(await db.query(sql`SELECT state FROM rounds WHERE id = ${id}`)).toEqual([{ state: 'accepted' }]);
      expect(await thread.credit(id)).toBe('credited');
      expect(await thread.credit(id)).toBe('already-credited');
      expect(
        await db.query(sql`SELECT count(*)::int AS credits FROM credits WHERE round_id = ${id}`),
      ).toEqual([{ credits: 1 }]);
      expect(isLedgerSound(await checkLedger({ db }))).toBe(true);
    },
  );
});
