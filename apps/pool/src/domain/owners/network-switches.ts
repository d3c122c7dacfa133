import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import type { PaysHere } from '@openlode/mining/paid-here';
import { judgeAddress } from '@openlode/mining/judge-address';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachPageIsolated } from '../kernel/for-each-isolated.ts';
import type { JudgeContext } from './owns-source.ts';
import { callOf, type Permit } from './permit.ts';
import { rememberOwner } from './previous-owners.ts';
import { recordOwnerEvent } from './owner-events.ts';

/** How many one run takes; the task runs again. */
const switchesAtOnce = 200;

export interface PendingSwitch {
  readonly network: string;
  /** When it takes effect, in ms. */
  readonly at: number;
  readonly announcedAt: number;
}

export type SwitchOutcome =
  | ({ readonly kind: 'announced' } & Pick<PendingSwitch, 'network' | 'at'>)
  | { readonly kind: 'no-such-network' }
  | { readonly kind: 'not-compatible' }
  /** The pool has nothing that pays the coin there. */
  | { readonly kind: 'not-paid-here' }
  | { readonly kind: 'same-network' }
  | { readonly kind: 'already-announced'; readonly network: string }
  | { readonly kind: 'payout-open' };

/**
 * Announces that a miner will be paid on another network of its coin. It can be cancelled until it takes effect, by the owner
 * at that time or by the owner at the announcement: so the owner of this moment is stored with it.
 */
export async function announceSwitch(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'publisher'> & JudgeContext,
  miner: Miner,
  order: {
    readonly network: string;
    readonly delayMs: number;
    readonly permit: Permit;
    readonly paysHere?: PaysHere;
  },
): Promise<SwitchOutcome> {
  const { network, delayMs, permit, paysHere = () => true } = order;
  const coin = findCoin(miner.coin);
  if (coin === undefined || !coin.chains.some((chain) => chain.network === network))
    return { kind: 'no-such-network' };
  const text = miner.memo === null ? miner.address : `${miner.address}:${miner.memo}`;
  const judged = judgeAddress(coin, text, allFamilies);
  if (judged.kind !== 'valid' || !judged.compatible.includes(network)) return { kind: 'not-compatible' };
  if (!paysHere(coin.symbol, network)) return { kind: 'not-paid-here' };

  const now = ctx.clock.now();
  const at = now + delayMs;
  return ctx.db.transaction(async (tx) => {
    const current = await lockNetwork(tx, miner.id);
    if (current === network) return { kind: 'same-network' };
    const pending = await readPendingSwitch(tx, miner.id);
    if (pending !== undefined) return { kind: 'already-announced', network: pending.network };
    if (await hasOpenPayout(tx, miner.id)) return { kind: 'payout-open' };
    await tx.query(sql`
      INSERT INTO network_switches (miner_id, network, announced_at, effective_at)
      VALUES (${miner.id}, ${network}, ${new Date(now)}, ${new Date(at)})`);
    await rememberOwner(tx, ctx, miner.id);
    await permit.use(tx);
    const announced = { code: 'network-switch-announced', network, effectiveAt: at } as const;
    await recordOwnerEvent(tx, ctx, miner, { ...announced, ...callOf(permit) });
    return { kind: 'announced', network, at };
  });
}

/** Takes an announced switch back; answers the network that stays. */
export async function cancelSwitch(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'publisher'>,
  miner: Miner,
  permit: Permit,
): Promise<
  { readonly kind: 'cancelled'; readonly network: string } | { readonly kind: 'nothing-announced' }
> {
  return ctx.db.transaction(async (tx) => {
    const network = await lockNetwork(tx, miner.id);
    const [gone] = await tx.query<{ network: string }>(
      sql`DELETE FROM network_switches WHERE miner_id = ${miner.id} RETURNING network`,
    );
    if (gone === undefined) return { kind: 'nothing-announced' };
    await permit.use(tx);
    const cancelled = { code: 'network-switch-cancelled', network: gone.network } as const;
    await recordOwnerEvent(tx, ctx, miner, { ...cancelled, ...callOf(permit) });
    return { kind: 'cancelled', network };
  });
}

/** What is announced for a miner. */
export async function readPendingSwitch(db: Queryable, minerId: bigint): Promise<PendingSwitch | undefined> {
  const [row] = await db.query<{ network: string; effective_at: Date; announced_at: Date }>(
    sql`SELECT network, effective_at, announced_at FROM network_switches WHERE miner_id = ${minerId}`,
  );
  return (
    row && {
      network: row.network,
      at: row.effective_at.getTime(),
      announcedAt: row.announced_at.getTime(),
    }
  );
}

/**
 * Carries out the switches that are due. One whose miner has an open payout waits until that has ended; neither it nor one that fails
 * keeps others from being carried out. Answers how many were carried out.
 */
export async function carryOutSwitches(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'publisher'>,
  atOnce = switchesAtOnce,
): Promise<number> {
  const now = new Date(ctx.clock.now());
  let done = 0;
  const readDue = (after: { readonly id: bigint } | undefined) =>
    ctx.db.query<{ id: bigint; uuid: string }>(sql`
      SELECT id, uuid FROM network_switches JOIN miners ON miners.id = miner_id
       WHERE effective_at <= ${now} AND miner_id > ${after?.id ?? 0n} AND NOT EXISTS (
         SELECT 1 FROM payouts WHERE payouts.miner_id = miners.id AND state NOT IN ('settled', 'released'))
       ORDER BY miner_id LIMIT ${atOnce}`);
  await forEachPageIsolated(atOnce, readDue, async (miner) => {
    const isDone = await ctx.db.transaction(async (tx) => {
      await lockNetwork(tx, miner.id);
      if (await hasOpenPayout(tx, miner.id)) return false;
      const [gone] = await tx.query<{ network: string }>(sql`
        DELETE FROM network_switches WHERE miner_id = ${miner.id} AND effective_at <= ${now} RETURNING network`);
      if (gone === undefined) return false;
      const { network } = gone;
      await tx.query(sql`UPDATE miners SET network = ${network} WHERE id = ${miner.id}`);
      await recordOwnerEvent(tx, ctx, miner, { code: 'network-switched', network });
      return true;
    });
    if (isDone) done += 1;
  });
  return done;
}

/** Reserving a payout locks this row too, so the two never interleave. */
async function lockNetwork(tx: Transaction, minerId: bigint): Promise<string> {
  const [row] = await tx.query<{ network: string }>(
    sql`SELECT network FROM miners WHERE id = ${minerId} FOR UPDATE`,
  );
  if (row === undefined) throw new Error(`miner ${minerId} is gone`);
  return row.network;
}

async function hasOpenPayout(tx: Transaction, minerId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT 1 FROM payouts WHERE miner_id = ${minerId} AND state NOT IN ('settled', 'released') LIMIT 1`);
  return rows.length > 0;
}
