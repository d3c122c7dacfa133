import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { SolanaPool } from '../../adapters/rails/solana/testing/solana-kit.ts';
import type { NodeRpc } from '../../adapters/chains/nodes/node-rpc.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { findPayout } from '../../domain/payouts/payout.ts';
import { coinReservations } from '../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { type Database, firstRow } from '../../runtime/database/database.ts';
import { addressOf } from '../../adapters/rails/solana/testing/solana-kit.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  forgetSigned,
  type PayingProcess,
  payingProcess,
} from './payout-world.ts';
import { TradingLife } from './trading-kit.ts';

/** What becomes of bytes that nodes are handed while the first process lives. */
export interface SendFate {
  /** `never`: nodes take them, and they reach no block until they are sent again. `given-up`: they are in a block of a branch that is given up. */
  readonly taken: 'now' | 'never' | 'given-up';
  readonly isAnswered: boolean;
}

export interface SolanaLife {
  /** Writes and calls of the process that died, or of all its life. */
  readonly steps: number;
  readonly state: string;
  /** What the chain has paid to the miner; in SOL. */
  readonly paid: bigint;
  /** What the miner could be paid again; in SOL. */
  readonly back: bigint;
  /** In how many transactions. */
  readonly transactions: number;
  /** Whether a branch was given up that had it. */
  readonly isGivenUp: boolean;
  /** Why the network is suspended; empty where it is not. */
  readonly suspended: readonly string[];
}

/** Slots of ten seconds; fewer of a slow network, on which nothing of three rounds is final. */
const slotsOfRound = { usual: 25, slow: 10 };
let payees = 0;

/**
 * Pays one SOL in a process that dies at one of its writes or calls, before or behind it, and in another one that takes over its disk, until the payout is over.
 *
 * @param isRestored the database is an older copy after the death, in which nothing is signed yet, and the journal is lost
 */
export async function diePayingSol(
  ctx: TestContext,
  { taken, isAnswered }: SendFate,
  dieAt?: number,
  isRestored = false,
): Promise<SolanaLife> {
  await clearDecisions(ctx);
  const pool = await SolanaPool.start(ctx.clock.now());
  let life = new TradingLife(dieAt);
  const database: Database = {
    engine: ctx.db.engine,
    query: (statement) => life.database(ctx.db).query(statement),
    transaction: (work, options) => life.database(ctx.db).transaction(work, options),
    execute: (script) => ctx.db.execute(script),
    close: async () => undefined,
  };
  const { signer } = pool;
  const rail = (): Rail =>
    pool.open({
      nodes: pool.nodes.map(({ name, rpc }) => ({ name, rpc: mortal(rpc, () => life) })),
      signer: { ...signer, sign: (request) => life.around(() => signer.sign(request)) },
      reservations: coinReservations({ db: database, clock: ctx.clock }),
    });
  let process = payingProcess(ctx, rail(), database);
  try {
    const { id, miner, address } = await reserveOne(ctx, { ...process, db: ctx.db });
    for (const { mood } of [pool.one, pool.two])
      Object.assign(mood, { drops: taken === 'never', losesAnswers: !isAnswered });
    const first = life;
    const slots = taken === 'given-up' ? slotsOfRound.slow : slotsOfRound.usual;
    await turns(ctx, pool, process, { rounds: 3, slots }).catch(() => undefined);
    const { steps } = first;
    for (const { mood } of [pool.one, pool.two]) Object.assign(mood, { drops: false, losesAnswers: false });
    const lately = pool.chain.executed.at(-1)?.slot ?? 0;
    const isGivenUp = taken === 'given-up' && lately > pool.chain.slotAt('finalized');
    if (isGivenUp) pool.chain.giveUp(lately);
    life = new TradingLife();
    process = isRestored ? payingProcess(ctx, rail(), database) : process.restart();
    if (isRestored)
      await forgetSigned(ctx, ['DELETE FROM payout_journal', 'DELETE FROM payout_coin_reservations']);
    for (let round = 0; round < 20; round += 1) {
      await turns(ctx, pool, process, { rounds: 3, slots: slotsOfRound.usual });
      const state = (await findPayout(ctx.db, id))?.state;
      const isStopped = round > 1 && (await readSuspensions(ctx.db)).length > 0;
      if (state === 'settled' || state === 'released' || isStopped) break;
    }
    return {
      steps,
      state: (await findPayout(ctx.db, id))?.state ?? 'gone',
      paid: (pool.heldBy(address) * 10n ** 9n) / coin,
      back: (await availableTo(ctx, miner)) / coin,
      transactions: pool.chain.executed.length,
      isGivenUp,
      suspended: (await readSuspensions(ctx.db)).map(({ reason }) => reason),
    };
  } finally {
    process.end();
  }
}

/** Rounds of ten seconds. */
async function turns(
  ctx: TestContext,
  pool: SolanaPool,
  process: PayingProcess,
  { rounds, slots }: { readonly rounds: number; readonly slots: number },
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await advanceRounds(ctx, process, 1);
    pool.chain.advance(slots);
  }
}

function mortal(rpc: NodeRpc, life: () => TradingLife): NodeRpc {
  return {
    call: (method, ...more) =>
      method === 'sendTransaction'
        ? life().around(() => rpc.call(method, ...more))
        : rpc.call(method, ...more),
    close: () => rpc.close(),
  };
}

/** A payout of one SOL of a new miner, just reserved. */
async function reserveOne(ctx: TestContext, process: PayingProcess) {
  payees += 1;
  const address = addressOf(`miner ${payees}`);
  const at = new Date(ctx.clock.now());
  const uuid = `eeeeeeee-0000-4000-8000-${payees.toString(16).padStart(12, '0')}`;
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
    VALUES (${uuid}, 'SOL', 'SOL', ${address}, ${at}, ${at}) RETURNING id`);
  const miner = firstRow(rows).id;
  await ctx.db.transaction((tx) =>
    bookEntry(tx, {
      key: `given-sol:${payees}`,
      kind: 'given',
      at: ctx.clock.now(),
      postings: [
        { account: 'ext:suite', asset: 'SOL', amount: -coin },
        { account: miningAccount(miner), asset: 'SOL', amount: coin },
      ],
    }),
  );
  ctx.prices.set('SOL', '1');
  const outcome = await reservePayout(process, miner, 'manual');
  if (outcome.kind !== 'reserved') throw new Error(JSON.stringify(outcome));
  return { id: outcome.id, miner, address };
}
