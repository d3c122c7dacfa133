import type { ServiceContext } from '../kernel/context.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import {
  isOfWords,
  isToBeCompared,
  selectUpstreamPlaces,
  type UpstreamPlace,
} from '../treasury/upstream-places/upstream-place.ts';

/** Where another pool pays to, as an operator reads it. */
export interface ListedUpstreamPlace {
  readonly upstream: string;
  readonly coin: string;
  /** An exchange, or `wallet`. */
  readonly place: string;
  /** Null where the settings name none. */
  readonly address: string | null;
  /** `not-asked`: nothing is known yet of what the settings say now. */
  readonly state: UpstreamPlace['state'] | 'not-asked';
  /** When that was asked last, ms; null for never. */
  readonly askedAt: number | null;
  /** What was answered last where not all is well. */
  readonly why: string | null;
}

/** Of each other pool of the settings that names a place. */
export async function listUpstreamPlaces(
  { db }: Pick<ServiceContext, 'db'>,
  upstreams: readonly UpstreamTerms[],
): Promise<readonly ListedUpstreamPlace[]> {
  const rows = await selectUpstreamPlaces(db);
  return upstreams.filter(isToBeCompared).map((upstream): ListedUpstreamPlace => {
    const { name, coin, paysTo, payoutAddress } = upstream;
    const row = rows.find((each) => isOfWords(each, upstream));
    return {
      upstream: name,
      coin,
      place: paysTo ?? 'wallet',
      address: payoutAddress ?? null,
      state: row?.state ?? 'not-asked',
      askedAt: row?.askedAt.getTime() ?? null,
      why: row?.why ?? null,
    };
  });
}
