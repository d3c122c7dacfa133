import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { portRules } from '../edges/stratum/port-rules.ts';
import type { Config } from '../config.ts';
import { type AlgorithmPort, algorithmPorts } from '../edges/stratum/algorithm-ports.ts';
import type { FallbackPort } from '../settings/server-settings.ts';

type Servers = Pick<Config, 'stratumBase' | 'staticDifficulties' | 'fallbackPorts'>;

/** The planned ports of an algorithm, and how it is mined there; `lightestShare` in expected hashes. */
export function portsOf(
  { code, lightestShare }: { readonly code: string; readonly lightestShare: bigint },
  { stratumBase, staticDifficulties }: Omit<Servers, 'fallbackPorts'>,
): readonly AlgorithmPort[] {
  const algorithm = findAlgorithm(code);
  const plan = portPlan(code, stratumBase);
  if (algorithm === undefined || plan === undefined) throw new Error(`the catalogue has no ${code}`);
  return algorithmPorts(algorithm, plan, { lightestShare, staticDifficulty: staticDifficulties[code] });
}

/** Where an algorithm is listened to besides. */
export function fallbackOf(
  algorithm: string,
  { fallbackPorts }: Pick<Servers, 'fallbackPorts'>,
): readonly FallbackPort[] {
  return fallbackPorts.filter((each) => each.algorithm === algorithm);
}

/** One port that is listened on. */
export interface ListenedPort {
  /** 0 takes any free one. */
  readonly port: number;
  readonly isSecure: boolean;
  readonly rules: PortRules;
  readonly highConnectionLimit: boolean;
  /** Where miners with many connections are sent; undefined where there is no such port. */
  readonly proxyPort: number | undefined;
  /** Of the demo's own machines: on loopback alone, on no page, and who mines there proves nothing by it. */
  readonly isForRigs?: true;
}

/** Every single port of an algorithm; a fallback port has the rules of the standard one. */
export function listenedPorts(
  mined: { readonly code: string; readonly lightestShare: bigint },
  servers: Servers,
): readonly ListenedPort[] {
  const ports = portsOf(mined, servers);
  const proxy = ports.find(({ highConnectionLimit }) => highConnectionLimit);
  const standard = ports.find(({ purpose }) => purpose === 'standard');
  const plain = { isSecure: false, proxyPort: proxy?.tcp };
  const secure = { isSecure: true, proxyPort: proxy?.tls };
  return [
    ...ports.flatMap(({ tcp, tls, rules, highConnectionLimit }) => [
      { port: tcp, rules, highConnectionLimit, ...plain },
      { port: tls, rules, highConnectionLimit, ...secure },
    ]),
    ...(standard === undefined
      ? []
      : fallbackOf(mined.code, servers).map(({ port, tls }) => ({
          port,
          rules: standard.rules,
          highConnectionLimit: false,
          ...(tls ? secure : plain),
        }))),
  ];
}

/** How much lighter the lightest share is there: the demo's machines have a small part of one core between them. */
const rigFactor = 64n;

/** Where the demo's own machines mine: the same rules for shares that they find in seconds. */
export function rigPort(code: string, lightestShare: bigint): ListenedPort {
  const algorithm = findAlgorithm(code);
  if (algorithm === undefined) throw new Error(`the catalogue has no ${code}`);
  const scale = difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt);
  const rules = portRules(scale, lightestShare / rigFactor);
  return {
    port: 0,
    isSecure: false,
    rules,
    highConnectionLimit: true,
    proxyPort: undefined,
    isForRigs: true,
  };
}
