import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { windowFactor } from '../policy/round-rules.ts';
import { keysOf } from '../rounds/round-entries.ts';
import { rewardsSimulatedWork } from '../rounds/simulated-chain-name.ts';
import { type EntryOfKey, readEntries } from './read-entries.ts';

/** A round that shares the work of a slice, with what of it stands in the ledger. */
export interface TracedRound {
  readonly id: string;
  readonly chain: string;
  readonly height: string;
  readonly hash: string;
  readonly state: string;
  /** In ms. */
  readonly foundAt: number;
  readonly entries: readonly EntryOfKey[];
  /** What the miner was credited of it, as `1.5 DOGE`; empty before it is, where it waits for a rate, and once receipts are summed. */
  readonly credited: string;
}

interface Slice {
  readonly id: bigint;
  readonly algorithm: string;
  readonly upstream: string | null;
  /** The kind of the work that is followed. */
  readonly simulated: boolean;
}

interface RoundRow {
  readonly id: bigint;
  readonly chain: string;
  readonly block_hash: string;
  readonly block_height: bigint;
  readonly state: string;
  readonly found_at: Date;
  readonly last_slice_id: bigint;
  readonly network_work: bigint;
}

/** Rounds after a slice that are looked at; a window reaches back over a few blocks of its chain. */
const roundsMax = 100;

/** The rounds that share the work of a slice, the oldest first. */
export async function roundsOfSlice(
  db: Queryable,
  slice: Slice,
  minerId: bigint,
): Promise<readonly TracedRound[]> {
  const rows = slice.upstream === null ? await roundsOfBlocks(db, slice) : await roundsOfIncomes(db, slice);
  const traced: TracedRound[] = [];
  for (const row of rows) {
    const lines = await db.query<{ line: number }>(
      sql`SELECT line FROM reward_lines WHERE round_id = ${row.id} ORDER BY line`,
    );
    const { chain, block_hash: hash } = row;
    const rewardKey = keysOf(row);
    const keys = lines.flatMap(({ line }) => [
      `immature:${chain}:${hash}:${line}`,
      rewardKey(line),
      `orphan:${chain}:${hash}:${line}`,
    ]);
    const credits = await db.query<{ coin: string; credited: bigint }>(sql`
      SELECT coin, sum(credited) AS credited FROM credits
       WHERE miner_id = ${minerId} AND round_id = ${row.id} AND credited IS NOT NULL GROUP BY coin ORDER BY coin`);
    traced.push({
      id: row.id.toString(),
      chain,
      height: row.block_height.toString(),
      hash,
      state: row.state,
      foundAt: row.found_at.getTime(),
      entries: await readEntries(db, keys),
      credited: credits.map(({ coin, credited }) => `${formatAmount(credited)} ${coin}`).join(', '),
    });
  }
  return traced;
}

/** A window takes work from its newest slice back until it is full: it has this slice where what comes after that does not fill it. */
async function roundsOfBlocks(db: Queryable, slice: Slice): Promise<readonly RoundRow[]> {
  const rounds = await db.query<RoundRow>(sql`
    SELECT id, chain, block_hash, block_height, state, found_at, last_slice_id, network_work FROM rounds
     WHERE algorithm = ${slice.algorithm} AND upstream IS NULL AND last_slice_id >= ${slice.id} ORDER BY id LIMIT ${roundsMax}`);
  const earning = rounds.filter(({ chain }) => rewardsSimulatedWork(chain) === slice.simulated);
  const newest = earning.reduce((most, { last_slice_id: id }) => (id > most ? id : most), slice.id);
  const later = await db.query<{ id: bigint; work: bigint }>(sql`
    SELECT slices.id, coalesce(sum(work), 0) AS work FROM slices JOIN slice_work ON slice_id = slices.id
     WHERE algorithm = ${slice.algorithm} AND upstream IS NULL AND slices.id > ${slice.id} AND slices.id <= ${newest}
       AND simulated = ${slice.simulated} GROUP BY slices.id`);
  return earning.filter(({ last_slice_id: last, network_work: work }) => {
    const between = later.filter(({ id }) => id <= last).reduce((sum, each) => sum + each.work, 0n);
    return between < windowFactor * work;
  });
}

async function roundsOfIncomes(
  db: Queryable,
  { id, algorithm, upstream }: Slice,
): Promise<readonly RoundRow[]> {
  return db.query<RoundRow>(sql`
    SELECT rounds.id, chain, block_hash, block_height, state, found_at, last_slice_id, network_work
      FROM incomes JOIN rounds ON rounds.id = round_id
     WHERE incomes.algorithm = ${algorithm} AND incomes.upstream = ${upstream}
       AND after_slice < ${id} AND last_slice >= ${id} ORDER BY rounds.id LIMIT ${roundsMax}`);
}
