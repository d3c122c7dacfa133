import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { silentAfterMs } from '../policy/silence.ts';
import type { MergedLine } from './merge-work.ts';
import { timeOf } from './time-of.ts';

/** A miner that worked, with the first and the last time of it. */
interface SeenMiner extends Pick<MergedLine, 'uuid' | 'miner'> {
  firstAt: number;
  lastAt: number;
}

/**
 * A miner that works is written once in this time, not with every share: `last_work_at` is at most so much older than the last share of its
 * workers that are online, and otherwise no older than any share (see `markOffline`).
 */
const touchedEveryMs = 10 * 60_000;

interface TouchOptions {
  readonly now: number;
  readonly simulated: boolean;
}

/**
 * Finds or creates the miner of each line, locks it and stores now and then when it worked, and whether the demo fleet worked; answers ids by
 * uuid. Rows are locked in the order of their ids, so that two recorders cannot deadlock.
 */
export async function touchMiners(
  tx: Transaction,
  lines: readonly MergedLine[],
  options: TouchOptions,
): Promise<ReadonlyMap<string, bigint>> {
  const seen = [...seenMiners(lines).values()];
  const ids = new Map<string, bigint>();
  const missing = () => seen.filter(({ uuid }) => !ids.has(uuid));
  await lockAndTouch(tx, seen, ids, options);
  if (ids.size < seen.length) {
    await insertMiners(tx, missing());
    await lockAndTouch(tx, missing(), ids, options);
  }
  if (ids.size < seen.length) {
    await renameMiners(tx, missing());
    await lockAndTouch(tx, missing(), ids, options);
  }
  if (ids.size < seen.length) throw new Error('a miner that was just written is not there');
  return ids;
}

function seenMiners(lines: readonly MergedLine[]): ReadonlyMap<string, SeenMiner> {
  const seen = new Map<string, SeenMiner>();
  for (const { uuid, miner, firstAt, lastAt } of lines) {
    const known = seen.get(uuid);
    if (known === undefined) seen.set(uuid, { uuid, miner, firstAt, lastAt });
    else {
      known.firstAt = Math.min(known.firstAt, firstAt);
      known.lastAt = Math.max(known.lastAt, lastAt);
    }
  }
  return seen;
}

async function lockAndTouch(
  tx: Transaction,
  miners: readonly SeenMiner[],
  ids: Map<string, bigint>,
  { now, simulated }: TouchOptions,
): Promise<void> {
  const uuids = miners.map(({ uuid }) => uuid);
  const rows = await tx.query<{ id: bigint; uuid: string }>(sql`
    WITH seen AS MATERIALIZED (
      SELECT uuid, ${timeOf(sql`at`)} AS at
        FROM unnest(${uuids}::uuid[], ${miners.map(({ lastAt }) => lastAt)}::bigint[]) AS seen (uuid, at)
    ), locked AS MATERIALIZED (
      SELECT id, uuid, last_work_at, simulated FROM miners
       WHERE uuid = ANY(${uuids}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ), due AS MATERIALIZED (
      SELECT id, at FROM locked JOIN seen USING (uuid)
       WHERE last_work_at < at - ${touchedEveryMs} * interval '1 millisecond'
          -- Work that arrives late makes no worker come online.
          OR last_work_at < at AND at <= ${new Date(now - silentAfterMs)}
          OR simulated < ${simulated}::boolean
    ), touched AS (
      UPDATE miners SET last_work_at = greatest(last_work_at, due.at), simulated = miners.simulated OR ${simulated}::boolean
        FROM due WHERE miners.id = due.id
    )
    SELECT id, uuid FROM locked`);
  for (const { id, uuid } of rows) ids.set(uuid, id);
}

async function insertMiners(tx: Transaction, missing: readonly SeenMiner[]): Promise<void> {
  const keys = missing.map(({ miner }) => miner);
  await tx.query(sql`
    INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
    SELECT uuid, coin, network, address, memo, ${timeOf(sql`first_at`)}, ${timeOf(sql`last_at`)}
      FROM unnest(
        ${missing.map(({ uuid }) => uuid)}::uuid[], ${keys.map(({ coin }) => coin)}::text[],
        ${keys.map(({ network }) => network)}::text[], ${keys.map(({ address }) => address)}::text[],
        ${keys.map(({ memo }) => memo ?? '')}::text[],
        ${missing.map(({ firstAt }) => firstAt)}::bigint[], ${missing.map(({ lastAt }) => lastAt)}::bigint[])
        AS seen (uuid, coin, network, address, memo, first_at, last_at)
     ORDER BY uuid
    ON CONFLICT DO NOTHING`);
}

/** Rows that an earlier release wrote under another secret, before a process with another secret was refused. */
async function renameMiners(tx: Transaction, renamed: readonly SeenMiner[]): Promise<void> {
  const keys = renamed.map(({ miner }) => miner);
  await tx.query(sql`
    UPDATE miners SET uuid = seen.uuid
      FROM unnest(
        ${renamed.map(({ uuid }) => uuid)}::uuid[], ${keys.map(({ coin }) => coin)}::text[],
        ${keys.map(({ address }) => address)}::text[], ${keys.map(({ memo }) => memo ?? '')}::text[])
        AS seen (uuid, coin, address, memo)
     WHERE (miners.coin, miners.address, miners.memo) = (seen.coin, seen.address, seen.memo)`);
}
