import { eachInSteps } from '@openlode/ledger/in-steps';
import { type CodedWindow, type CodedWork, codedWindowInSteps } from '@openlode/ledger/pplns-by-code';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import { inTurns } from '../ledger/in-turns.ts';
import { windowFactor } from './round-rules.ts';
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

/**
 * The window of a round: its newest slices whose work sums to the target. Only work of the chain's own kind earns:
 * the demo fleet's simulated work never dilutes a window of verified work. Work is told apart by referral code.
 */
export async function readWindow(db: Queryable, round: WindowEnd): Promise<CodedWindow> {
  const target = windowFactor * round.network_work;
  const simulated = rewardsSimulatedWork(round.chain);
  const rows = await db.query<{ slice_id: bigint; account_id: bigint; code: string; work: bigint }>(sql`
    WITH RECURSIVE ${walkBack({ algorithm: round.algorithm, lastSliceId: round.last_slice_id, target, simulated })}
    SELECT walked.id AS slice_id, account_id, code, work
      FROM walked, LATERAL (
        SELECT account_id, lower(code) AS code, sum(work) AS work FROM slice_work
         WHERE slice_id = walked.id AND simulated = ${simulated} GROUP BY account_id, lower(code)) AS slice
     ORDER BY slice_id DESC, account_id, code`);
  const slices = new Map<bigint, CodedWork[]>();
  await inTurns(
    eachInSteps(rows, ({ slice_id: id, account_id: account, code, work }) => {
      const slice = slices.get(id) ?? [];
      slices.set(id, slice);
      slice.push({ account, code, work });
    }),
  );
  return inTurns(codedWindowInSteps([...slices.values()], target));
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
 * `walked (id, through)`: slices from the newest backwards, each with the work of one kind down to and including it, as far as the
 * target. One step of two index ranges a slice, so that a round costs what its window holds, not what the pool remembers.
 */
function walkBack({ algorithm, lastSliceId, target, simulated }: WindowReach): Sql {
  return sql`walked (id, through) AS (
    SELECT newest.id, newest_work.work
      FROM (SELECT id FROM slices WHERE algorithm = ${algorithm} AND id <= ${lastSliceId} ORDER BY id DESC LIMIT 1) AS newest,
           LATERAL (SELECT coalesce(sum(work), 0) AS work FROM slice_work WHERE slice_id = newest.id AND simulated = ${simulated}) AS newest_work
    UNION ALL
    SELECT older.id, walked.through + older_work.work
      FROM walked,
           LATERAL (SELECT id FROM slices WHERE algorithm = ${algorithm} AND id < walked.id ORDER BY id DESC LIMIT 1) AS older,
           LATERAL (SELECT coalesce(sum(work), 0) AS work FROM slice_work WHERE slice_id = older.id AND simulated = ${simulated}) AS older_work
     WHERE walked.through < ${target}::numeric)`;
}
