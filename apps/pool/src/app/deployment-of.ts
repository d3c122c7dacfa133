import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import { serverName } from '@openlode/catalogue/server-name';
import manifest from '../../package.json' with { type: 'json' };
import { findCoin } from '@openlode/catalogue/coins';
import { paysHereBy, railView } from '../domain/kernel/rails.ts';
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
import { type NotPaidReason, notPaidWords } from '../edges/present/not-paid-words.ts';
import { coinMeans, isObtained } from '../settings/obtained-coins.ts';

/** How this deployment presents itself: names, regions, and how the work of each algorithm is checked. */
export function deploymentOf(
  config: Config,
  { sources, simulated, rails }: Pick<World, 'sources' | 'simulated' | 'rails'>,
  kind: PoolKind,
  tls: Pick<TlsContext, 'published' | 'distrust'>,
): Deployment {
  const paysHere = paysHereBy(rails);
  const reasonOf = notPaidReasons(config, rails);
  // Without rails nothing is paid, of no coin more than of another: all of them can be mined.
  const isObtainedBy = (coin: string): boolean => [undefined, 'no-rails'].includes(reasonOf(coin));
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
    paysHere: (coin, network) => paysHere(coin, network) && isObtainedBy(coin),
    isObtained: isObtainedBy,
    notPaidWhy: (coin) => {
      const reason = reasonOf(coin);
      return reason === undefined ? undefined : notPaidWords(reason, coin);
    },
    certificate: () => ({ ...tls.published(), distrust: tls.distrust() }),
  };
}

/** A sandbox pays everything. A test network's coins are worth nothing: its operator has them from where it likes. */
function notPaidReasons(
  { nodePool, exchanges }: Pick<Config, 'nodePool' | 'exchanges'>,
  rails: World['rails'],
): (coin: string) => NotPaidReason | undefined {
  if (nodePool === undefined) return () => undefined;
  if (rails.all.length === 0) return () => 'no-rails';
  if (nodePool.kind !== 'real') return () => undefined;
  const meansOf = coinMeans(nodePool, exchanges);
  const { pays } = railView(rails);
  return (coin) => {
    const means = meansOf(coin);
    // Of a coin that no rail pays the wallet is what lacks first.
    const isPaid = findCoin(coin)?.chains.some(({ network }) => pays(coin, network)) === true;
    return isObtained(means) || !isPaid ? undefined : means;
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
