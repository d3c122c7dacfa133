import {
  type CodedWindow,
  type CodedWork,
  pplnsByReferralCode,
} from '@openlode/ledger/pplns-by-referral-code';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { windowFactor } from '../policy/round-rules.ts';
import { linesOf } from './lines-of.ts';
import { rewardsSimulatedWork } from './simulated-chain-name.ts';

/** How far a window goes: from which slice, for how much work, and whether of the simulated kind. */
export interface WindowReach {
  readonly algorithm: string;
  readonly lastSliceId: bigint;
  readonly target: bigint;
  readonly simulated: boolean;
}

/** The end of a window and how much work it wants. */
interface WindowEnd {
  readonly algorithm: string;
  readonly last_slice_id: bigint;
  readonly network_work: bigint;
  /** Decides which kind of work shares the round. */
  readonly chain: string;
}

/** The slices that a window takes work of, the newest first. */
export interface WindowSlices {
  readonly ids: readonly bigint[];
  readonly target: bigint;
  readonly simulated: boolean;
}

/** About how many statements read a window: one answer is parsed while the database executes the next. */
const readings = 8;

/**
 * The slices of a round's window: its newest ones whose work sums to the target. Only work of the chain's own kind earns:
 * the demo fleet's simulated work never dilutes a window of verified work.
 */
export async function readSlices(db: Queryable, round: WindowEnd): Promise<WindowSlices> {
  const target = windowFactor * round.network_work;
  const simulated = rewardsSimulatedWork(round.chain);
  const rows = await db.query<{ id: bigint }>(sql`
    WITH RECURSIVE ${walkBack({ algorithm: round.algorithm, lastSliceId: round.last_slice_id, target, simulated })}
    SELECT id FROM walked ORDER BY id DESC`);
  return { ids: rows.map(({ id }) => id), target, simulated };
}

/** The window of such slices, with the work of each referral code apart. All statements are sent at once. */
export async function readWindow(
  db: Queryable,
  { ids, target, simulated }: WindowSlices,
): Promise<CodedWindow> {
  const atOnce = Math.ceil(ids.length / readings);
  const reading: Promise<Iterable<CodedWork>[]>[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    reading.push(readWork(db, ids.slice(from, from + atOnce), simulated));
  const slices = await Promise.all(reading);
  return pplnsByReferralCode(slices.flat(), target);
}

/** The miners with work in these slices, as a subquery; includes those of whose work the window then takes nothing. */
export function workersIn({ ids, simulated }: WindowSlices): Sql {
  return sql`SELECT miner_id FROM slice_work WHERE slice_id = ANY(${ids}::bigint[]) AND simulated = ${simulated}`;
}

/** Those of them who have work under a referral code. */
export function codedWorkersIn(slices: WindowSlices): Sql {
  return sql`${workersIn(slices)} AND code <> ''`;
}

/** The work of such slices, parsed again at each pass: as text it takes a fraction of the memory of its lines as objects. */
async function readWork(
  db: Queryable,
  ids: readonly bigint[],
  simulated: boolean,
): Promise<Iterable<CodedWork>[]> {
  // One text for each slice: transferring hundreds of thousands of rows would cost more than all calculations on them.
  const rows = await db.query<{ lines: string }>(sql`
    SELECT string_agg(concat_ws(' ', miner_id, work, code), E'\n' ORDER BY miner_id, code) AS lines
      FROM unnest(${ids}::bigint[]) AS walked (id), LATERAL (
        SELECT miner_id, lower(code) AS code, sum(work) AS work FROM slice_work
         WHERE slice_id = walked.id AND simulated = ${simulated} GROUP BY miner_id, lower(code)) AS slice
     GROUP BY walked.id ORDER BY walked.id DESC`);
  return rows.map(({ lines }) => ({ [Symbol.iterator]: () => parsedWork(lines) }));
}

function* parsedWork(lines: string): Generator<CodedWork> {
  for (const line of linesOf(lines)) {
    // A code has neither blanks nor line ends.
    const [minerId = '', work = '', referralCode = ''] = line.split(' ', 3);
    yield { minerId: BigInt(minerId), referralCode, work: BigInt(work) };
  }
}

/**
 * The oldest slice that a window of so much work reaches back to from a slice, or undefined where all the work of its kind there
 * is does not fill it.
 */
export async function windowStart(db: Queryable, end: WindowReach): Promise<bigint | undefined> {
  const [start] = await db.query<{ id: bigint }>(sql`
    WITH RECURSIVE ${walkBack(end)}
    SELECT id FROM walked WHERE through >= ${end.target}::numeric`);
  return start?.id;
}

/**
 * `walked (id, through)`: slices from the newest backwards, each with the work of one kind down to and including it, until the target
 * is reached. Work that another pool gave is in none. Each slice takes two index lookups, so a round costs what its window holds, not what the pool has stored.
 */
function walkBack({ algorithm, lastSliceId, target, simulated }: WindowReach): Sql {
  return sql`walked (id, through) AS (
    SELECT newest.id, newest_work.work
      FROM (SELECT id FROM slices WHERE algorithm = ${algorithm} AND upstream IS NULL AND id <= ${lastSliceId} ORDER BY id DESC LIMIT 1) AS newest,
           LATERAL (SELECT coalesce(sum(work), 0) AS work FROM slice_work WHERE slice_id = newest.id AND simulated = ${simulated}) AS newest_work
    UNION ALL
    SELECT older.id, walked.through + older_work.work
      FROM walked,
           LATERAL (SELECT id FROM slices WHERE algorithm = ${algorithm} AND upstream IS NULL AND id < walked.id ORDER BY id DESC LIMIT 1) AS older,
           LATERAL (SELECT coalesce(sum(work), 0) AS work FROM slice_work WHERE slice_id = older.id AND simulated = ${simulated}) AS older_work
     WHERE walked.through < ${target}::numeric)`;
}
