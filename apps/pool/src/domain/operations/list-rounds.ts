import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { RoundState } from '../rounds/advance-round.ts';

/** A block that was found here, or what another pool paid, as an operator reads it. Times in ms. */
export interface ListedRound {
  readonly id: string;
  readonly algorithm: string;
  readonly chain: string;
  /** Null for what another pool paid. */
  readonly height: string | null;
  readonly hash: string;
  readonly foundAt: number;
  readonly state: RoundState;
  readonly stateAt: number;
  /** The pool that paid, where it was another one. */
  readonly upstream: string | null;
  /** The miner and worker that found it; null for what another pool paid. */
  readonly finder: { readonly miner: string; readonly worker: string } | null;
  /** As `3.125 BTC, 120 DOGE`; empty until its chain has taken it. */
  readonly rewards: string;
}

/** The newest rounds, or those of a chain, a state, or since or before a time in ms. */
export async function listRounds(
  ctx: Pick<ServiceContext, 'db'>,
  {
    chain,
    state,
    since,
    before,
    limit,
  }: {
    readonly chain?: string | undefined;
    readonly state?: RoundState | undefined;
    readonly since?: number | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<readonly ListedRound[]> {
  const rows = await ctx.db.query<{
    id: bigint;
    algorithm: string;
    chain: string;
    block_height: bigint;
    block_hash: string;
    found_at: Date;
    state: RoundState;
    state_at: Date;
    upstream: string | null;
    uuid: string | null;
    finder_worker: string;
    assets: string[];
    amounts: string[];
  }>(sql`
    SELECT rounds.id, algorithm, chain, block_height, block_hash, found_at, state, state_at, upstream, uuid, finder_worker,
           ARRAY(SELECT asset FROM reward_lines WHERE round_id = rounds.id ORDER BY line) AS assets,
           ARRAY(SELECT amount::text FROM reward_lines WHERE round_id = rounds.id ORDER BY line) AS amounts
      FROM rounds LEFT JOIN miners ON miners.id = finder_id
     WHERE (${chain ?? null}::text IS NULL OR chain = ${chain ?? null})
       AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
       AND (${since === undefined ? null : new Date(since)}::timestamptz IS NULL OR found_at >= ${since === undefined ? null : new Date(since)})
       AND (${before === undefined ? null : new Date(before)}::timestamptz IS NULL OR found_at < ${before === undefined ? null : new Date(before)})
     ORDER BY rounds.id DESC LIMIT ${limit}`);
  return rows.map((row) => ({
    id: row.id.toString(),
    algorithm: row.algorithm,
    chain: row.chain,
    height: row.upstream === null ? row.block_height.toString() : null,
    hash: row.block_hash,
    foundAt: row.found_at.getTime(),
    state: row.state,
    stateAt: row.state_at.getTime(),
    upstream: row.upstream,
    finder: row.uuid === null ? null : { miner: row.uuid, worker: row.finder_worker },
    rewards: row.assets
      .map((asset, index) => `${formatAmount(BigInt(row.amounts[index] ?? '0'))} ${asset}`)
      .join(', '),
  }));
}
