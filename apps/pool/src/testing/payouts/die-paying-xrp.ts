import { miningAccount, networkFeesAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { payee, StandInRail, xrp } from '../../adapters/rails/xrp/testing/stand-in-rail.ts';
import type { CallFate } from '../../adapters/rails/xrp/testing/stand-in-rippled.ts';
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

/** What becomes of a payment at the servers. */
export const xrpFates = {
  /** Taken and answered. */
  taken: {},
  /** Taken, and no answer to it comes back. */
  unanswered: { submit: 'lost-after' },
  /** It never arrives. */
  lost: { submit: 'lost-before' },
  /** It waits in the queue while the network is dear, and is taken later. */
  queued: { openFee: 500n, until: 90 },
  /** It waits in the queue beyond its last ledger. */
  dropped: { openFee: 500n, until: 1000 },
  /** No server passes it on for its price. */
  refused: { loadFee: 500n },
  /** Its payee takes payments of those only that it has authorised by now: it is executed and fails, and its fee is gone. */
  failed: { isClosed: true },
} as const satisfies Record<
  string,
  { submit?: CallFate; openFee?: bigint; loadFee?: bigint; until?: number; isClosed?: boolean }
>;

export type XrpFate = keyof typeof xrpFates;

export interface XrpLife {
  /** Writes and calls of the process that died, or of all its life. */
  readonly steps: number;
  readonly state: string;
  /** What reached the payee, and what the miner could be paid again; in XRP. */
  readonly paid: bigint;
  readonly back: bigint;
  /** Transactions of the pool's account in ledgers. */
  readonly executed: number;
  /** What the account has spent on fees, and what the ledger of the pool says of them; in drops. */
  readonly burnt: bigint;
  readonly booked: bigint;
}

/** A set-back: once it has been paid or has ended, the database is one of before it was signed. The journal of payouts may be lost with it. */
export type SetBack = 'with-journal' | 'without-journal';

const drop = 10n ** 12n;
/** The fees that another fate has: those of a payment that was signed before. */
const feeBefore = 10n;

/**
 * Pays 5 XRP in a process that dies at one of its writes or calls, before or behind it, and in another one that takes over its disk, until the
 * payout is over. Then, where it is asked for, the database is set back.
 */
export async function diePayingXrp(
  ctx: TestContext,
  fate: XrpFate,
  { dieAt, setBack }: { readonly dieAt?: number; readonly setBack?: SetBack } = {},
): Promise<XrpLife> {
  await clearDecisions(ctx);
  const world = new StandInRail(ctx.clock.now() - 86_400_000 * 3);
  const before = await feesBooked(ctx);
  let life = new TradingLife(dieAt);
  const database: Database = {
    engine: ctx.db.engine,
    query: (statement) => life.database(ctx.db).query(statement),
    transaction: (work, options) => life.database(ctx.db).transaction(work, options),
    execute: (script) => ctx.db.execute(script),
    close: async () => undefined,
  };
  let process = payingProcess(ctx, world.open(), database);
  try {
    const { id, miner } = await reserveFive(ctx, { ...process, db: ctx.db });
    const around = <T>(call: () => Promise<T>): Promise<T> => life.around(call);
    for (const each of [...world.servers, world.signer]) each.around = around;
    suffer(world, fate);
    const first = life;
    await goOn(ctx, process, world, fate, 2).catch(() => undefined);
    const { steps } = first;
    life = new TradingLife();
    process = process.restart();
    await untilOver(ctx, process, world, { id, fate });
    if (setBack !== undefined) {
      await forgetSigned(ctx, setBack === 'with-journal' ? [] : ['DELETE FROM payout_journal']);
      if (setBack === 'without-journal') {
        process.end();
        process = payingProcess(ctx, world.open(), database);
      }
      // Some time passes before anyone looks: nothing may be paid again by itself.
      await goOn(ctx, process, world, fate, 5);
      await untilOver(ctx, process, world, { id, fate, hasOperator: true });
    }
    return { ...(await lifeOf(ctx, world, { id, miner, before })), steps };
  } finally {
    process.end();
  }
}

async function lifeOf(
  ctx: TestContext,
  world: StandInRail,
  { id, miner, before }: { readonly id: bigint; readonly miner: bigint; readonly before: bigint },
): Promise<Omit<XrpLife, 'steps'>> {
  const { accounts, closed } = world.ledger;
  const held = accounts.get(world.signer.account)?.balance ?? 0n;
  const paid = (accounts.get(payee)?.balance ?? 0n) - 10n * xrp;
  return {
    state: (await payoutOf(ctx, id)).state,
    paid: paid / xrp,
    back: (await availableTo(ctx, miner)) / coin,
    executed: closed.flatMap(({ transactions }) => transactions).length,
    burnt: 1000n * xrp - held - paid,
    booked: ((await feesBooked(ctx)) - before) / drop,
  };
}

/** Asks the servers what was ordered while they suffer from it; what is signed first is signed at an ordinary price. */
function suffer(world: StandInRail, fate: XrpFate): void {
  const { submit } = { submit: undefined, ...xrpFates[fate] };
  for (const server of world.servers)
    server.fate = (method) => {
      if (method === 'submit') dear(world, fate);
      return method === 'submit' ? (submit ?? 'answered') : 'answered';
    };
}

/** From the moment at which a payment is handed out. */
function dear(world: StandInRail, fate: XrpFate): void {
  const {
    openFee = feeBefore,
    loadFee = feeBefore,
    isClosed,
  } = {
    isClosed: false,
    ...(xrpFates[fate] as { openFee?: bigint; loadFee?: bigint; isClosed?: boolean }),
  };
  Object.assign(world.ledger, { openFee, loadFee });
  const account = world.ledger.accounts.get(payee);
  if (isClosed && account !== undefined) account.flags = 0x0100_0000;
}

/** Goes on, with ledgers between two looks. */
async function goOn(
  ctx: TestContext,
  process: PayingProcess,
  world: StandInRail,
  fate: XrpFate,
  rounds: number,
): Promise<void> {
  const { until } = { until: 0, ...xrpFates[fate] };
  for (let round = 0; round < rounds; round += 1) {
    await advanceRounds(ctx, process, 1);
    world.ledger.closeMany(20);
    if (until > 0 && world.ledger.height > until) world.ledger.openFee = feeBefore;
  }
}

async function untilOver(
  ctx: TestContext,
  process: PayingProcess,
  world: StandInRail,
  {
    id,
    fate,
    hasOperator = false,
  }: { readonly id: bigint; readonly fate: XrpFate; readonly hasOperator?: boolean },
): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    if (hasOperator) await takeUp(ctx, process, id);
    await goOn(ctx, process, world, fate, 1);
    const { state } = await payoutOf(ctx, id);
    if (state === 'settled' || state === 'released') return;
    // What is signed again after a failure is put off for minutes.
    ctx.advance(60_000);
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
    SELECT coalesce(sum(amount), 0) AS amount FROM balances WHERE account = ${networkFeesAccount} AND asset = 'XRP'`);
  const amount = row?.amount ?? 0n;
  return amount < 0n ? -amount : amount;
}

let given = 0;

/** A payout of 5 XRP, just reserved, of a new miner: each has the same account with a tag of its own. */
async function reserveFive(
  ctx: TestContext,
  process: PayingProcess,
): Promise<{ readonly id: bigint; readonly miner: bigint }> {
  given += 1;
  const at = new Date(ctx.clock.now());
  const uuid = `dddddddd-0000-4000-8000-${given.toString(16).padStart(12, '0')}`;
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
    VALUES (${uuid}, 'XRP', 'XRP', ${payee}, ${given.toString()}, ${at}, ${at}) RETURNING id`);
  const miner = firstRow(rows).id;
  await ctx.db.transaction((tx) =>
    bookEntry(tx, {
      key: `given-xrp:${given}`,
      kind: 'given',
      at: ctx.clock.now(),
      postings: [
        { account: 'ext:suite', asset: 'XRP', amount: -5n * coin },
        { account: miningAccount(miner), asset: 'XRP', amount: 5n * coin },
      ],
    }),
  );
  const outcome = await reservePayout(process, miner, 'manual');
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
  // There is no price of it here.
  await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${outcome.id}`);
  return { id: outcome.id, miner };
}
