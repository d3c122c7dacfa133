import { portPlan } from '@openlode/catalogue/port-plan';
import manifest from '../../package.json' with { type: 'json' };
import type { SimulatedChain } from '../chains/simulated-chain.ts';
import type { Config } from '../config.ts';
import type { TlsContext } from '../listeners/tls-context.ts';
import type { AlgorithmDeployment, Deployment } from '../present/deployment.ts';
import { presentPorts } from '../present/present-ports.ts';
import { portsOf } from './mine-algorithm.ts';
import { minedAlgorithms } from './mined-algorithms.ts';

/** How this deployment presents itself: names, regions, and how the work of each algorithm is checked. */
export function deploymentOf(
  config: Config,
  simulated: readonly SimulatedChain[],
  kind: 'sandbox' | 'real',
  tls: Pick<TlsContext, 'published' | 'distrust'>,
): Deployment {
  return {
    version: manifest.version,
    sandbox: kind === 'sandbox',
    host: config.host,
    apiBase: '/api',
    operator: config.operator,
    regions: config.regions,
    servers: new Map<string, AlgorithmDeployment>([
      ...simulated.map(({ algorithm }): [string, AlgorithmDeployment] => [algorithm, { work: 'simulated' }]),
      ...minedAlgorithms.map((mined): [string, AlgorithmDeployment] => [
        mined.code,
        { work: 'verified', ports: presentPorts(portsOf(mined, config.stratumBase)) },
      ]),
    ]),
    certificate: () => ({ ...tls.published(), distrust: tls.distrust() }),
  };
}

/** The port that is shown first; the base port where the catalogue plans none. */
export function standardPort(algorithm: string, config: Config): number {
  return portPlan(algorithm, config.stratumBase)?.standard.tcp ?? config.stratumBase;
}
