import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { portRules } from '../edges/stratum/port-rules.ts';
import type { Config } from '../config.ts';
import { type AlgorithmPort, algorithmPorts } from '../edges/stratum/algorithm-ports.ts';
import type { Chain } from '../domain/kernel/chain.ts';
import type { WorkSource } from '../domain/kernel/world.ts';
import type { FallbackPort } from '../settings/server-settings.ts';

type Servers = Pick<Config, 'stratumBase' | 'staticDifficulties' | 'fallbackPorts'>;

/** What decides about the ports of an algorithm, besides the settings. */
export interface MinedCode extends Pick<Chain, 'givesWholeBlocks'> {
  readonly code: string;
  /** In expected hashes. */
  readonly lightestShare: bigint;
}

export function minedCode({ chain, lightestShare }: WorkSource): MinedCode {
  return { code: chain.algorithm, lightestShare, givesWholeBlocks: chain.givesWholeBlocks === true };
}

/** The planned ports of an algorithm, and how it is mined there. */
export function portsOf(
  { code, lightestShare, givesWholeBlocks }: MinedCode,
  { stratumBase, staticDifficulties }: Omit<Servers, 'fallbackPorts'>,
): readonly AlgorithmPort[] {
  const algorithm = findAlgorithm(code);
  const plan = portPlan(code, stratumBase);
  if (algorithm === undefined || plan === undefined) throw new Error(`the catalogue has no ${code}`);
  return algorithmPorts(algorithm, plan, {
    lightestShare,
    staticDifficulty: staticDifficulties[code],
    givesWholeBlocks,
  });
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
export function listenedPorts(mined: MinedCode, servers: Servers): readonly ListenedPort[] {
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
export function rigPort({ code, lightestShare }: Pick<MinedCode, 'code' | 'lightestShare'>): ListenedPort {
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
