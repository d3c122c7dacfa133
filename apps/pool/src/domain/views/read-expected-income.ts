import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import type { MinerId } from '../miners/find-miner.ts';
import { sliceMs } from '../shares/slices.ts';
import { expectedPerBlock } from './upstream-standing.ts';

/** Work of a miner that no payment of the pool that gave it covers. */
export interface ExpectedIncome {
  readonly upstream: UpstreamTerms;
  /** The blocks that the work finds on average, in units of 10^-18, rounded down. */
  readonly blocks: bigint;
  /** What these bring now, less what that pool keeps, in the same units of its coin; undefined where neither nodes nor the settings say it. */
  readonly amount: bigint | undefined;
  /** The work was done from then on, ms. */
  readonly since: number;
}

/** A page asks it: older work is left out. */
export const pageSlicesMax = (3 * 86_400_000) / sliceMs;
const unitsOfBlock = 10n ** 18n;

/**
 * What other pools are expected to pay for the work of a miner: by the work that was recorded here, what a block took then, and what one brings.
 * No balance that such a pool says is read; what a block took is by its jobs, where these say it. Nothing of it is credited.
 *
 * @param rewardOf what a block of a pool's coin brings now, in units of 10^-18; undefined where neither nodes of ours nor the settings say it
 */
export async function readExpectedIncome(
  { db }: Pick<ServiceContext, 'db'>,
  miner: MinerId,
  upstreams: readonly UpstreamTerms[],
  rewardOf: (upstream: UpstreamTerms) => bigint | undefined,
): Promise<readonly ExpectedIncome[]> {
  if (upstreams.length === 0) return [];
  const rows = await db.query<{ upstream: string; blocks: bigint | null; since: Date | null }>(sql`
    SELECT named.upstream, unpaid.blocks, unpaid.since
      FROM unnest(${upstreams.map(({ name }) => name)}::text[], ${upstreams.map(({ algorithm }) => algorithm)}::text[])
           WITH ORDINALITY AS named (upstream, algorithm, place),
           LATERAL (
             SELECT sum(div(work * ${unitsOfBlock}::numeric, network_work)) AS blocks, min(opened_at) AS since
               FROM (SELECT id, opened_at, network_work FROM slices
                      WHERE slices.algorithm = named.algorithm AND slices.upstream = named.upstream
                        AND id > coalesce((SELECT max(last_slice) FROM incomes
                                            WHERE incomes.algorithm = named.algorithm AND incomes.upstream = named.upstream), 0)
                      ORDER BY id DESC LIMIT ${pageSlicesMax}) AS slice
               JOIN slice_work ON slice_id = slice.id
              WHERE miner_id = ${miner} AND NOT simulated) AS unpaid
     ORDER BY named.place`);
  return rows.flatMap(({ upstream: name, blocks, since }): ExpectedIncome[] => {
    const upstream = upstreams.find((each) => each.name === name);
    if (upstream === undefined || since === null || blocks === null || blocks === 0n) return [];
    const reward = rewardOf(upstream);
    const amount =
      reward === undefined ? undefined : (blocks * expectedPerBlock(reward, upstream.feePpm)) / unitsOfBlock;
    return [{ upstream, blocks, amount, since: since.getTime() }];
  });
}
