import type { ServiceContext } from '../domain/kernel/context.ts';
import { railView } from '../domain/kernel/rails.ts';
import { chainsOf } from '../domain/kernel/world.ts';
import { blockWorthOf } from '../domain/views/block-worth.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import { buildHttp, type HttpOptions } from '../edges/http/build-http.ts';
import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';
import type { ConnectedWorkers } from '../edges/stratum/connected-workers.ts';
import type { Admission } from './open-admission.ts';
import type { SharedParts } from './shared-parts.ts';

/** What only the site and the calls need; the rest of their options follows from the other parts of the pool. */
export type HttpParts = Omit<
  HttpOptions,
  | 'ctx'
  | 'rail'
  | 'isExchange'
  | 'listing'
  | 'payouts'
  | 'yields'
  | 'chains'
  | 'fiatPerUsd'
  | 'relayed'
  | 'connectedWorkers'
  | 'onCall'
  | 'deployment'
>;

export type OpenedHttp = Awaited<ReturnType<typeof buildHttp>>;

/** Builds the site and the calls; who listens and when is for the root. */
export function openHttp(
  { world, deployment }: SharedParts,
  http: HttpParts,
  opened: {
    readonly ctx: ServiceContext;
    readonly payouts: PayoutContext | undefined;
    readonly admission: Admission | undefined;
    readonly connectedWorkers: ConnectedWorkers;
    readonly metrics: Pick<PoolMetrics, 'called'>;
  },
): Promise<OpenedHttp> {
  const { ctx, payouts, admission, connectedWorkers, metrics } = opened;
  return buildHttp({
    ...http,
    onCall: metrics.called,
    ctx,
    rail: railView(world.rails),
    ...(admission === undefined
      ? {}
      : {
          listing: () => admission.listing,
          isExchange: (coin, address) => admission.isExchange(coin, address),
        }),
    ...(payouts === undefined ? {} : { payouts }),
    yields: world.yields,
    chains: chainsOf(world).map(({ name }) => name),
    fiatPerUsd: world.fiatPerUsd,
    relayed: {
      upstreams: world.upstreams ?? [],
      rewardOf: (upstream) => blockWorthOf(upstream, world.networkOf?.(upstream.coin), ctx.clock.now())?.now,
    },
    connectedWorkers,
    deployment,
  });
}
