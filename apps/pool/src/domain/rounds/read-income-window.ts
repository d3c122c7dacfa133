import type { CodedWindow } from '@openlode/ledger/pplns-by-referral-code';
import { type ValuedWork, valuedWindow } from '@openlode/ledger/valued-window';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { sliceMs } from '../shares/slices.ts';
import { linesOf } from './lines-of.ts';

/** The slices of another pool's work that one of its payments covers: those after one up to another. */
export interface IncomeSpan {
  readonly algorithm: string;
  readonly upstream: string;
  readonly afterSlice: bigint;
  readonly lastSlice: bigint;
}

export interface IncomeWindow {
  readonly window: CodedWindow;
  /** The blocks that its work finds on average, in units of 10^-18, rounded down. */
  readonly blocks: bigint;
  /** The slices that have work; the first was opened at `workedFrom`, and the last took work until `workedUntil` at most, ms. */
  readonly slices: readonly bigint[];
  /** What a block took when it took least, and most. */
  readonly easiest: bigint;
  readonly hardest: bigint;
  readonly workedFrom: number;
  readonly workedUntil: number;
  /** How long it took, minutes without work apart. */
  readonly workedMs: number;
}

/** In what the value of work is counted, as parts of a block: the lightest share of the hardest network is still worth millions of them. */
const partsOfBlock = 10n ** 72n;
const unitsOfBlock = 10n ** 18n;

/**
 * The work of a span, each miner's weighed by what a block took when it was done: in a week in which the difficulty has doubled, work of its
 * beginning is worth twice as much. Undefined where there is none.
 */
export async function readIncomeWindow(db: Queryable, span: IncomeSpan): Promise<IncomeWindow | undefined> {
  const ofSpan = sql`algorithm = ${span.algorithm} AND upstream = ${span.upstream}
    AND id > ${span.afterSlice} AND id <= ${span.lastSlice} AND closed_at IS NOT NULL`;
  const slices = await db.query<{ id: bigint; opened_at: Date; closed_at: Date; network_work: bigint }>(sql`
    SELECT id, opened_at, closed_at, network_work FROM slices
     WHERE ${ofSpan} AND EXISTS (SELECT 1 FROM slice_work WHERE slice_id = slices.id AND NOT simulated) ORDER BY id`);
  const [first, last] = [slices[0], slices.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // One text instead of rows, see `readWindow`.
  const [row] = await db.query<{ lines: string | null }>(sql`
    WITH valued AS (
      SELECT miner_id, lower(code) AS code, sum(work) AS work,
             sum(div(work * ${partsOfBlock}::numeric, network_work)) AS value
        FROM slices JOIN slice_work ON slice_id = slices.id
       WHERE ${ofSpan} AND NOT simulated GROUP BY miner_id, lower(code))
    SELECT string_agg(concat_ws(' ', miner_id, work, value, code), E'\n' ORDER BY miner_id, code) AS lines FROM valued`);
  const window = valuedWindow(valuedLines(row?.lines ?? ''));
  if (window.weight === 0n) return undefined;
  const works = slices.map(({ network_work: each }) => each);
  return {
    window,
    blocks: (window.weight * unitsOfBlock) / partsOfBlock,
    slices: slices.map(({ id }) => id),
    easiest: works.reduce((a, b) => (a < b ? a : b)),
    hardest: works.reduce((a, b) => (a > b ? a : b)),
    workedFrom: first.opened_at.getTime(),
    workedUntil: last.opened_at.getTime() + workedIn(last.opened_at, last.closed_at),
    workedMs: slices.reduce((sum, { opened_at: from, closed_at: to }) => sum + workedIn(from, to), 0),
  };
}

/** A slice closes when the next one opens, which may be hours later. */
function workedIn(openedAt: Date, closedAt: Date): number {
  return Math.min(closedAt.getTime() - openedAt.getTime(), sliceMs);
}

function* valuedLines(lines: string): Generator<ValuedWork> {
  for (const line of linesOf(lines)) {
    // A code has neither blanks nor line ends.
    const [minerId = '', work = '', value = '', referralCode = ''] = line.split(' ', 4);
    yield { minerId: BigInt(minerId), referralCode, work: BigInt(work), value: BigInt(value) };
  }
}
