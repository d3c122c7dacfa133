import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import { serverName } from '@openlode/catalogue/server-name';
import manifest from '../../package.json' with { type: 'json' };
import { paysHereBy } from '../domain/kernel/rails.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { WorkSource, World } from '../domain/kernel/world.ts';
import type { Config } from '../config.ts';
import type { TlsNames } from '../edges/stratum/tls-certificate.ts';
import type { TlsContext } from '../edges/stratum/tls-context.ts';
import type { AlgorithmDeployment, Deployment } from '../edges/present/deployment.ts';
import { percentOf } from '../edges/present/fee-percent.ts';
import { presentPorts } from '../edges/present/present-ports.ts';
import { fallbackOf, minedCode, portsOf } from './listened-ports.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import { isSimulated, type PoolKind } from '../domain/kernel/pool-kind.ts';

/** How this deployment presents itself: names, regions, and how the work of each algorithm is checked. */
export function deploymentOf(
  config: Config,
  { sources, simulated, rails }: Pick<World, 'sources' | 'simulated' | 'rails'>,
  kind: PoolKind,
  tls: Pick<TlsContext, 'published' | 'distrust'>,
): Deployment {
  return {
    version: manifest.version,
    sandbox: isSimulated(kind),
    testNetwork: kind === 'regtest',
    host: config.host,
    miningHost: config.miningHost,
    apiBase: '/api',
    operator: config.operator,
    regions: config.regions,
    servers: new Map<string, AlgorithmDeployment>([
      ...simulated.map(({ algorithm }): [string, AlgorithmDeployment] => [algorithm, { work: 'simulated' }]),
      ...sources.map((source): [string, AlgorithmDeployment] => {
        const { algorithm } = source.chain;
        const staticDifficulty = config.staticDifficulties[algorithm];
        return [
          algorithm,
          {
            work: source.upstream === undefined ? 'verified' : 'relayed',
            ...(source.upstream && { relayed: relayedBy(source.upstream) }),
            ...(source.fallbacks && { fallbacks: source.fallbacks.map(relayedBy) }),
            ports: presentPorts(portsOf(minedCode(source), config), fallbackOf(algorithm, config)),
            ...(staticDifficulty === undefined ? {} : { staticDifficulty }),
            ...(isMinedAlone(source, kind) && { isMinedAlone: true }),
          },
        ];
      }),
    ]),
    paysHere: paysHereBy(rails),
    certificate: () => ({ ...tls.published(), distrust: tls.distrust() }),
  };
}

function relayedBy({
  name,
  feePpm,
  coin,
  scheme,
}: UpstreamTerms): NonNullable<AlgorithmDeployment['relayed']> {
  return { through: name, feePercent: percentOf(feePpm), coin, ...(scheme && { scheme }) };
}

/** A sandbox pays in every coin that the catalogue names with one chain of its own; on nodes each of them is a chain. */
function isMinedAlone({ chain, merged = [] }: WorkSource, kind: PoolKind): boolean {
  const named = findAlgorithm(chain.algorithm)?.symbolMerged.length ?? 0;
  return !isSimulated(kind) && merged.length + 1 < named;
}

/** The port that is shown first; the base port where the catalogue plans none. */
export function standardPort(algorithm: string, config: Config): number {
  return portPlan(algorithm, config.stratumBase)?.standard.tcp ?? config.stratumBase;
}

/** Every name of the pool's TLS ports. */
export function tlsNames({
  host,
  miningHost,
  regions,
}: Pick<Config, 'host' | 'miningHost' | 'regions'>): TlsNames {
  const namesOf = (name: string): readonly string[] => [
    ...new Set(minedAlgorithms.map(({ code }) => serverName(name, code))),
  ];
  const [first = host, ...more] = namesOf(miningHost);
  return { miners: [first, ...more], others: [host, ...regions.flatMap((region) => namesOf(region.host))] };
}
