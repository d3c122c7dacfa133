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
  // A text for each slice: as rows of their own, hundreds of thousands of lines cost more than all that is reckoned from them.
  const rows = await db.query<{ lines: string }>(sql`
    WITH RECURSIVE ${walkBack({ algorithm: round.algorithm, lastSliceId: round.last_slice_id, target, simulated })}
    SELECT string_agg(concat_ws(' ', account_id, work, code), E'\n' ORDER BY account_id, code) AS lines
      FROM walked, LATERAL (
        SELECT account_id, lower(code) AS code, sum(work) AS work FROM slice_work
         WHERE slice_id = walked.id AND simulated = ${simulated} GROUP BY account_id, lower(code)) AS slice
     GROUP BY walked.id ORDER BY walked.id DESC`);
  const slices: CodedWork[][] = [];
  for (const { lines } of rows) {
    const slice: CodedWork[] = [];
    slices.push(slice);
    await inTurns(
      eachInSteps(lines.split('\n'), (line) => {
        // A code has neither blanks nor line ends.
        const [account = '', work = '', code = ''] = line.split(' ', 3);
        slice.push({ account: BigInt(account), code, work: BigInt(work) });
      }),
    );
  }
  return inTurns(codedWindowInSteps(slices, target));
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
