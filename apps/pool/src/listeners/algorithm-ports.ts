import type { Algorithm } from '@openlode/catalogue/define-algorithm';
import type { PortPair, PortPlan } from '@openlode/catalogue/port-plan';
import { difficultyScale } from '@openlode/stratum/difficulty';
import type { PortRules } from '@openlode/stratum/session-state';
import { portRules } from './port-rules.ts';

/** What one pair of ports of an algorithm is for. */
export interface AlgorithmPort extends PortPair {
  readonly purpose: 'standard' | 'high-difficulty' | 'extra';
  /** What a person reads beside it. */
  readonly name: string;
  readonly rules: PortRules;
  /** Where services with more connections of one account than elsewhere are welcome. */
  readonly crowd: boolean;
}

/** Hundreds of terahashes or gigahashes: what the work of a large machine starts at, in lightest shares. */
const highDifficultyFactor = 2n ** 10n;

const lowDifficulty = 'Low difficulty';

/**
 * The ports that an algorithm listens on: the standard one, one for large machines, one that stays light for small ones,
 * one for proxies that speak for many machines, and those that the catalogue names.
 */
export function algorithmPorts(
  algorithm: Algorithm,
  plan: PortPlan,
  lightestShare: bigint,
): readonly AlgorithmPort[] {
  const scale = difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt);
  const rules = portRules(scale, lightestShare);
  const heavy = portRules(scale, lightestShare * highDifficultyFactor);
  const light: PortRules = {
    ...rules,
    maximumWork: lightestShare * highDifficultyFactor,
    vardiff: { ...rules.vardiff, secondsPerShare: 5 },
  };
  const named = algorithm.globalServer.extraPorts
    .map(({ name }) => name)
    .filter((name) => name !== lowDifficulty);
  const names = named.some(isProxy) ? named : [...named, 'Proxy'];
  const extra = names.slice(0, plan.extra.length);
  return [
    { ...plan.standard, purpose: 'standard', name: 'Standard', rules, crowd: false },
    {
      ...plan.highDifficulty,
      purpose: 'high-difficulty',
      name: 'High difficulty',
      rules: heavy,
      crowd: false,
    },
    { ...plan.lowDifficulty, purpose: 'extra', name: lowDifficulty, rules: light, crowd: false },
    ...plan.extra.slice(0, extra.length).map((pair, index) => {
      const name = extra[index] ?? '';
      return { ...pair, purpose: 'extra' as const, name, rules, crowd: isProxy(name) };
    }),
  ];
}

function isProxy(name: string): boolean {
  return /proxy/i.test(name);
}
