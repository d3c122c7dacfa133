import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';

/** What is known of the place that another pool pays to. */
export interface UpstreamPlace {
  readonly upstream: string;
  readonly algorithm: string;
  readonly coin: string;
  /** The exchange; empty for a wallet. */
  readonly place: string;
  /** Empty where the settings name none. */
  readonly address: string;
  readonly askedAt: Date;
  readonly state: 'ours' | 'not-ours' | 'unanswered';
  readonly since: Date;
  readonly oursAt: Date | null;
  readonly misses: number;
  readonly why: string | null;
}

/** What was found to be ours is so for this long without another answer, ms: an address of yesterday is one today. */
const oursForMs = 7 * 86_400_000;

export function selectUpstreamPlaces(db: Queryable, condition: Sql = sql``): Promise<UpstreamPlace[]> {
  return db.query<UpstreamPlace>(sql`
    SELECT upstream, algorithm, coin, place, address, asked_at AS "askedAt", state, since, ours_at AS "oursAt", misses, why
      FROM upstream_places ${condition} ORDER BY upstream, algorithm`);
}

type Words = Pick<UpstreamPlace, 'coin' | 'place' | 'address'>;

export function wordsOf({ coin, paysTo = '', payoutAddress = '' }: UpstreamTerms): Words {
  return { coin, place: paysTo, address: payoutAddress };
}

/** Whether what is known is of what the settings say now. */
export function isOfWords(row: UpstreamPlace, upstream: UpstreamTerms): boolean {
  const { coin, place, address } = wordsOf(upstream);
  const isUpstream = row.upstream === upstream.name && row.algorithm === upstream.algorithm;
  return isUpstream && row.coin === coin && row.place === place && row.address === address;
}

/** Whether the settings name a place that has to be found ours before work of the pool is given: a test network need name none but a wallet. */
export function isToBeCompared({
  paysTo,
  payoutAddress,
}: Pick<UpstreamTerms, 'paysTo' | 'payoutAddress'>): boolean {
  return paysTo !== undefined || payoutAddress !== undefined;
}

/** Whether what was found to be ours then is so without another answer. */
export function wasFoundOurs(oursAt: Date | null, now: number): boolean {
  return oursAt !== null && now - oursAt.getTime() < oursForMs;
}

/** Whether work of another pool may be given. */
export function isFoundOurs(rows: readonly UpstreamPlace[], upstream: UpstreamTerms, now: number): boolean {
  if (!isToBeCompared(upstream)) return true;
  const row = rows.find((each) => isOfWords(each, upstream));
  return row?.state === 'ours' && wasFoundOurs(row.oursAt, now);
}
