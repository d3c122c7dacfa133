import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { World } from '../domain/kernel/world.ts';
import { addressList } from '../edges/http/plugins/address-list.ts';
import { ClientGate } from '../edges/stratum/client-gate.ts';
import type { TlsContext } from '../edges/stratum/tls-context.ts';
import type { Proofs } from '../runtime/proof-of-work/open-proofs.ts';
import type { FoundPlaces } from './found-places.ts';
import { connectionsFor, readProcessLimits } from './descriptor-limit.ts';
import { listenedPorts, minedCode, rigPort } from './listened-ports.ts';
import { offeredRelays } from './open-relays.ts';
import { openExtranonces } from './open-extranonces.ts';
import type { StratumParts } from './mining-parts.ts';

/** The ports of the settings, with the limits that this process can hold. */
export function stratumParts(
  config: Config,
  {
    sources,
    networkOf,
    rigAlgorithms = [],
  }: Pick<World, 'sources' | 'networkOf'> & { readonly rigAlgorithms?: readonly string[] },
  {
    tls,
    clock,
    proofs,
    log,
    places,
  }: {
    readonly tls: TlsContext;
    readonly clock: Clock;
    readonly proofs: Proofs;
    readonly log: Pick<Logger, 'info' | 'warn'>;
    readonly places: FoundPlaces;
  },
): StratumParts {
  return {
    host: config.stratumBind,
    ports: new Map(
      sources.map((source) => {
        const mined = minedCode(source);
        const isForRigs = rigAlgorithms.includes(mined.code);
        return [mined.code, [...listenedPorts(mined, config), ...(isForRigs ? [rigPort(mined)] : [])]];
      }),
    ),
    dataDirectory: config.dataDirectory,
    tls,
    gate: new ClientGate(clock, {
      exempt: addressList(config.limitExempt),
      connectionsMax: connectionsFor(readProcessLimits()),
    }),
    isBalancer: addressList(config.stratumProxies),
    proofs,
    relays: offeredRelays(
      config.nodePool?.upstreams ?? [],
      log,
      {},
      {
        networkWorkOf: (coin) => networkOf?.(coin)?.work,
        seedsOf: (coin) => networkOf?.(coin)?.seeds,
        mayGive: (upstream) => places.mayGive(upstream),
      },
    ),
    proxies: [...config.trustedProxies, ...config.stratumProxies],
    sharedNetworks: config.sharedNetworks,
    extranonces: openExtranonces,
  };
}
