import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../domain/kernel/clock.ts';
import { noArrivals } from '../domain/kernel/arrivals.ts';
import type { WatchedExchange } from '../domain/kernel/exchange.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { World } from '../domain/kernel/world.ts';
import { compareUpstreams } from '../domain/treasury/upstream-places/compare-upstreams.ts';
import type { Database } from '../runtime/database/database.ts';

/** Another pool of the settings pays to an address that is none of ours, or in a coin that its exchange does not take. */
export class OtherPayoutAddress extends Error {
  override readonly name = 'OtherPayoutAddress';
}

/** What does not answer by then is asked again once the pool runs; work of its upstream is given once it has. */
const answerMs = 15_000;

/**
 * Refuses a start where another pool pays to what its wallet or its exchange says is none of ours, before any port is open.
 *
 * @throws OtherPayoutAddress naming each of them
 */
export async function refuseOtherPlaces(
  ctx: {
    readonly db: Database;
    readonly clock: Clock;
    readonly exchanges: readonly WatchedExchange[];
    readonly arrivals: World['arrivals'];
  },
  upstreams: readonly UpstreamTerms[],
  withinMs = answerMs,
): Promise<void> {
  if (upstreams.length === 0) return;
  const limit = new AbortController();
  const late = sleep(withinMs, [], { signal: limit.signal }).catch(() => []);
  const { arrivals = noArrivals } = ctx;
  // Each by itself, so that one that is silent keeps no other from being heard.
  const compared = upstreams.map((each) => compareUpstreams({ ...ctx, arrivals }, [each], true));
  const found = await Promise.all(compared.map((each) => Promise.race([each, late])));
  limit.abort();
  const others = found.flat();
  if (others.length > 0)
    throw new OtherPayoutAddress(
      `the file of OPENLODE_CONFIG names other pools that do not pay to a place of this one: ${others.map(({ upstream, why }) => `${upstream}: ${why}`).join('; ')}. Correct the file, or the address at that pool`,
    );
}
