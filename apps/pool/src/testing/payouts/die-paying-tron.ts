import { miningAccount, networkFeesAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { CallFate } from '../../adapters/rails/tron/testing/stand-in-node.ts';
import { StandInRail, trx, withUsdt } from '../../adapters/rails/tron/testing/stand-in-rail.ts';
import { addressOf } from '../../adapters/rails/tron/tron-address.ts';
import { adoptPayout } from '../../domain/payouts/adopt-payout.ts';
import { checkJournal } from '../../domain/payouts/check-journal.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../domain/payouts/lift-suspension.ts';
import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import { decideAsOperator } from './decide-as-operator.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { findPayout, type Payout } from '../../domain/payouts/payout.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import type { Database } from '../../runtime/database/database.ts';
import { firstRow } from '../../runtime/database/database.ts';
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
import { type TokenFate, tokenFates, type TronFate, tronFates, type Troubles } from './tron-fates.ts';

/** What is paid: TRX, or USDT. */
export type TronAsset = 'TRX' | 'USDT';

export interface TronLife {
  /** Writes and calls of the process that died, or of all its life. */
  readonly steps: number;
  readonly state: string;
  /** What reached the payee, and what the miner could be paid again; in whole coins. */
  readonly paid: bigint;
  readonly back: bigint;
  /** Transactions of the pool's account in blocks. */
  readonly executed: number;
  /** What the account has spent on fees, and what the ledger of the pool says of them; in sun. */
  readonly burnt: bigint;
  readonly booked: bigint;
}

/** A set-back: once it has been paid or has ended, the database is one of before it was signed. The journal of payouts may be lost with it. */
export type SetBack = 'with-journal' | 'without-journal';

const sun = 10n ** 12n;

interface Death {
  readonly dieAt?: number;
  readonly setBack?: SetBack;
}

/**
 * Pays 20 TRX in a process that dies at one of its writes or calls, before or behind it, and in another one that takes over its disk, until the payout is over. Then, where
 * it is asked for, the database is set back.
 */
export function diePayingTron(ctx: TestContext, fate: TronFate, death: Death = {}): Promise<TronLife> {
  return diePaying(ctx, 'TRX', tronFates[fate], death);
}

/** The same of 20 USDT. */
export function diePayingToken(ctx: TestContext, fate: TokenFate, death: Death = {}): Promise<TronLife> {
  return diePaying(ctx, 'USDT', tokenFates[fate], death);
}

async function diePaying(
  ctx: TestContext,
  asset: TronAsset,
  troubles: Troubles,
  { dieAt, setBack }: Death,
): Promise<TronLife> {
  await clearDecisions(ctx);
  const world = new StandInRail(ctx.clock.now());
  const open = () => world.open(asset === 'TRX' ? {} : withUsdt);
  const before = await feesBooked(ctx);
  let life = new TradingLife(dieAt);
  const database: Database = {
    engine: ctx.db.engine,
    query: (statement) => life.database(ctx.db).query(statement),
    transaction: (work, options) => life.database(ctx.db).transaction(work, options),
    execute: (script) => ctx.db.execute(script),
    close: async () => undefined,
  };
  let process = payingProcess(ctx, open(), database);
  try {
    const reserved = await reserveTwenty(ctx, { ...process, db: ctx.db }, world, asset);
    const { id } = reserved;
    const around = <T>(call: () => Promise<T>): Promise<T> => life.around(call);
    for (const each of [...world.nodes, world.signer]) each.around = around;
    suffer(world, troubles);
    const first = life;
    await goOn(ctx, process, world, 2).catch(() => undefined);
    const { steps } = first;
    life = new TradingLife();
    process = process.restart();
    await untilOver(ctx, process, world, { id });
    if (setBack !== undefined) {
      await forgetSigned(ctx, setBack === 'with-journal' ? [] : ['DELETE FROM payout_journal']);
      if (setBack === 'without-journal') {
        process.end();
        process = payingProcess(ctx, open(), database);
      }
      // Some time passes before anyone looks: nothing may be paid again by itself.
      await goOn(ctx, process, world, 5);
      await untilOver(ctx, process, world, { id, hasOperator: true });
    }
    return { ...(await lifeOf(ctx, world, { ...reserved, asset, before })), steps };
  } finally {
    process.end();
  }
}

async function lifeOf(
  ctx: TestContext,
  world: StandInRail,
  { id, miner, account, asset, before }: Paid & { readonly asset: TronAsset; readonly before: bigint },
): Promise<Omit<TronLife, 'steps'>> {
  const { accounts, blocks } = world.chain;
  const held = accounts.get(world.signer.account)?.balance ?? 0n;
  const arrived = asset === 'TRX' ? accounts.get(account)?.balance : world.token.balances.get(account);
  const paid = (arrived ?? 0n) - 10n * trx;
  return {
    state: (await payoutOf(ctx, id)).state,
    paid: paid / trx,
    back: (await availableTo(ctx, miner)) / coin,
    executed: blocks.flatMap(({ transactions }) => transactions).length,
    burnt: 1000n * trx - held - (asset === 'TRX' ? paid : 0n),
    booked: ((await feesBooked(ctx)) - before) / sun,
  };
}

/** Asks the nodes what was ordered while they suffer from it, from the moment at which a payment is handed out. */
function suffer(world: StandInRail, troubles: Troubles): void {
  const { send, fullMs, isUndone, result, usual, behaviour } = {
    send: 'answered' as CallFate,
    fullMs: 0,
    isUndone: false,
    result: 'SUCCESS',
    usual: world.token.behaviour,
    behaviour: world.token.behaviour,
    ...troubles,
  };
  world.chain.result = result;
  world.token.behaviour = usual;
  let fullUntil: number | undefined;
  let isGivenUp = !isUndone;
  const produce = world.chain.produce.bind(world.chain);
  world.chain.produce = (missed) => {
    world.chain.isFull = fullUntil !== undefined && world.chain.now < fullUntil;
    produce(missed);
    if (isGivenUp || world.chain.head.transactions.length === 0) return;
    isGivenUp = true;
    world.chain.giveUp(1);
  };
  for (const node of world.nodes)
    node.fate = (path) => {
      if (path !== 'broadcasthex') return 'answered';
      fullUntil ??= world.chain.now + fullMs;
      world.token.behaviour = behaviour;
      return send;
    };
}

/** Goes on, with blocks between two looks. */
async function goOn(
  ctx: TestContext,
  process: PayingProcess,
  world: StandInRail,
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await advanceRounds(ctx, process, 1);
    ctx.advance(50_000);
    world.chain.produceUntil(ctx.clock.now());
  }
}

async function untilOver(
  ctx: TestContext,
  process: PayingProcess,
  world: StandInRail,
  { id, hasOperator = false }: { readonly id: bigint; readonly hasOperator?: boolean },
): Promise<void> {
  for (let round = 0; round < 90; round += 1) {
    if (hasOperator) await takeUp(ctx, process, id);
    await goOn(ctx, process, world, 1);
    const { state } = await payoutOf(ctx, id);
    if (state === 'settled' || state === 'released') return;
  }
}

/** What an operator does after a set-back: compares, takes up what has left, and lets payments go on. */
async function takeUp(ctx: TestContext, process: PayingProcess, id: bigint): Promise<void> {
  const operator = { ...process, secret: ctx.secret, actor: 'root' };
  await checkJournal(process);
  for (const { txid } of (await compareOutgoing(operator)).unknown)
    await adoptPayout(operator, { txid, reason: 'the database was set back' });
  await compareOutgoing(operator);
  for (const { network } of await readSuspensions(ctx.db))
    await liftSuspension(operator, network, 'compared');
  await decideAsOperator(operator, await payoutOf(ctx, id));
}

async function payoutOf(ctx: TestContext, id: bigint): Promise<Payout> {
  const payout = await findPayout(ctx.db, id);
  if (payout === undefined) throw new Error('gone');
  return payout;
}

async function feesBooked(ctx: TestContext): Promise<bigint> {
  const [row] = await ctx.db.query<{ amount: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS amount FROM balances WHERE account = ${networkFeesAccount} AND asset = 'TRX'`);
  const amount = row?.amount ?? 0n;
  return amount < 0n ? -amount : amount;
}

let given = 0;

interface Paid {
  readonly id: bigint;
  readonly miner: bigint;
  /** Of the payee, 21 bytes in hex. */
  readonly account: string;
}

/** A payout of 20, just reserved, of a new miner, whose account has 10. */
async function reserveTwenty(
  ctx: TestContext,
  process: PayingProcess,
  world: StandInRail,
  asset: TronAsset,
): Promise<Paid> {
  given += 1;
  const account = `41${given.toString(16).padStart(40, '0')}`;
  world.chain.fund(account, 10n * trx);
  world.token.balances.set(account, 10n * trx);
  const at = new Date(ctx.clock.now());
  const uuid = `eeeeeeee-0000-4000-8000-${given.toString(16).padStart(12, '0')}`;
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
    VALUES (${uuid}, ${asset}, 'TRX', ${addressOf(account)}, ${at}, ${at}) RETURNING id`);
  const miner = firstRow(rows).id;
  await ctx.db.transaction((tx) =>
    bookEntry(tx, {
      key: `given-trx:${given}`,
      kind: 'given',
      at: ctx.clock.now(),
      postings: [
        { account: 'ext:suite', asset, amount: -20n * coin },
        { account: miningAccount(miner), asset, amount: 20n * coin },
      ],
    }),
  );
  const outcome = await reservePayout(process, miner, 'manual');
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
  // There is no price of it here.
  await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${outcome.id}`);
  return { id: outcome.id, miner, account };
}
