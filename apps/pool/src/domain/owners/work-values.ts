import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { readPrices } from '../conversion/open-conversion.ts';
import type { WorkValue } from '../policy/owner-rules.ts';

/** An algorithm is valued by this many of its newest rounds: enough to even out the fees of single blocks. */
const roundsMax = 20;

/**
 * What work is worth in each of these algorithms, by what their newest blocks paid. Without an entry where the pool never found a block
 * of the algorithm, or nothing that it paid has a price.
 */
export async function readWorkValues(
  db: Queryable,
  ctx: Pick<ServiceContext, 'clock' | 'rates' | 'conversionCaps'>,
  algorithms: readonly string[],
): Promise<ReadonlyMap<string, WorkValue>> {
  const lines = await db.query<{
    algorithm: string;
    network_work: bigint;
    asset: string;
    amount: bigint;
    last_usd: string | null;
  }>(sql`
    WITH newest AS MATERIALIZED (
      SELECT newest.* FROM unnest(${algorithms}::text[]) AS wanted (algorithm)
       CROSS JOIN LATERAL (
         SELECT id, rounds.algorithm, network_work FROM rounds
          WHERE rounds.algorithm = wanted.algorithm AND EXISTS (SELECT 1 FROM reward_lines WHERE round_id = rounds.id)
          ORDER BY found_at DESC LIMIT ${roundsMax}) AS newest
    ), whole AS (
      SELECT algorithm, sum(network_work) AS network_work FROM newest GROUP BY algorithm
    )
    SELECT algorithm, whole.network_work, asset, sum(amount) AS amount,
           (SELECT price_usd FROM accepted_prices WHERE accepted_prices.asset = reward_lines.asset
             ORDER BY accepted_at DESC LIMIT 1) AS last_usd
      FROM newest JOIN whole USING (algorithm) JOIN reward_lines ON round_id = newest.id
     GROUP BY algorithm, whole.network_work, asset`);
  if (lines.length === 0) return new Map();
  const prices = await readPrices(db, ctx);
  const values = new Map<string, WorkValue>();
  for (const { algorithm, network_work: networkWork, asset, amount, last_usd: lastUsd } of lines) {
    const price = prices.priceOf(asset) ?? lastUsd;
    if (price === null) continue;
    const usd = (values.get(algorithm)?.usd ?? 0n) + valueInUsd(amount, price);
    if (usd > 0n) values.set(algorithm, { networkWork, usd });
  }
  return values;
}
