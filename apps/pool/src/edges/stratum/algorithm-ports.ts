import type { Algorithm } from '@openlode/catalogue/define-algorithm';
import type { PortPair, PortPlan } from '@openlode/catalogue/port-plan';
import {
  atMost53Bits,
  difficultyOfWork,
  difficultyScale,
  workOfDifficulty,
} from '@openlode/stratum/core/difficulty';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { clampWork } from '@openlode/stratum/core/vardiff';
import { portRules } from './port-rules.ts';

/** What one pair of ports of an algorithm is for. */
export interface AlgorithmPort extends PortPair {
  readonly purpose: 'standard' | 'high-difficulty' | 'extra';
  /** What a person reads beside it. */
  readonly name: string;
  readonly rules: PortRules;
  /** Where services with more connections of one account than elsewhere are welcome. */
  readonly highConnectionLimit: boolean;
}

/** Hundreds of terahashes or gigahashes: what the work of a large machine starts at, in lightest shares. */
const highDifficultyFactor = 2n ** 10n;

const lowDifficulty = 'Low difficulty';

/**
 * The ports of an algorithm: standard, high difficulty for large machines, low difficulty for small ones, one for proxies with many
 * workers, and those that the catalogue names.
 */
export function algorithmPorts(
  algorithm: Algorithm,
  plan: PortPlan,
  {
    lightestShare,
    staticDifficulty,
    givesWholeBlocks = false,
  }: {
    /** In expected hashes. */
    readonly lightestShare: bigint;
    /** Held fixed on every port, as decimal text; without it the difficulty adapts to the miner. */
    readonly staticDifficulty?: string | undefined;
    /** As `Chain.givesWholeBlocks`: without them no port is named after a program that would be refused there. */
    readonly givesWholeBlocks?: boolean | undefined;
  },
): readonly AlgorithmPort[] {
  const scale = difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt);
  const rules =
    staticDifficulty === undefined
      ? portRules(scale, lightestShare)
      : fixedRules(portRules(scale, lightestShare), staticDifficulty);
  const heavy = portRules(scale, lightestShare * highDifficultyFactor);
  const light: PortRules = {
    ...rules,
    maximumWork: lightestShare * highDifficultyFactor,
    vardiff: { ...rules.vardiff, secondsPerShare: 5 },
  };
  const named = algorithm.globalServer.extraPorts
    .filter(({ takesWholeBlocks }) => givesWholeBlocks || takesWholeBlocks !== true)
    .map(({ name }) => name)
    .filter((name) => name !== lowDifficulty);
  const names = named.some(isProxy) ? named : [...named, 'Proxy'];
  const extra = names.slice(0, plan.extra.length);
  const byDifficulty: readonly AlgorithmPort[] =
    staticDifficulty === undefined
      ? [
          {
            ...plan.highDifficulty,
            purpose: 'high-difficulty',
            name: 'High difficulty',
            rules: heavy,
            highConnectionLimit: false,
          },
          {
            ...plan.lowDifficulty,
            purpose: 'extra',
            name: lowDifficulty,
            rules: light,
            highConnectionLimit: false,
          },
        ]
      : [];
  return [
    { ...plan.standard, purpose: 'standard', name: 'Standard', rules, highConnectionLimit: false },
    ...byDifficulty,
    ...plan.extra.slice(0, extra.length).map((pair, index) => {
      const name = extra[index] ?? '';
      const own = staticDifficulty === undefined ? familyRules(rules, algorithm, name) : rules;
      return { ...pair, purpose: 'extra' as const, name, rules: own, highConnectionLimit: isProxy(name) };
    }),
  ];
}

/** The same rules, started where the port of a family of machines suits the slowest of them. */
function familyRules(rules: PortRules, { globalServer }: Algorithm, name: string): PortRules {
  const rate = globalServer.extraPorts.find((each) => each.name === name)?.startHashrate;
  if (rate === undefined) return rules;
  const work = atMost53Bits(BigInt(rate) * BigInt(rules.vardiff.secondsPerShare));
  return { ...rules, startWork: clampWork(work, rules) };
}

/** The same rules with one difficulty for all shares, whatever a miner suggests. */
function fixedRules(rules: PortRules, difficulty: string): PortRules {
  const { scale } = rules;
  const work = workOfDifficulty(Number(difficulty), scale, {
    minimumWork: rules.minimumWork,
    maximumWork: rules.maximumWork,
  });
  // What the site says is held fixed is what a miner is given.
  if (work === undefined || difficultyOfWork(work, scale) !== Number(difficulty)) {
    const [least, most] = [rules.minimumWork, rules.maximumWork].map((each) => difficultyOfWork(each, scale));
    throw new RangeError(
      `OPENLODE_STATIC_DIFFICULTY: ${difficulty} cannot be held; it must be from ${least} to ${most}, in whole hashes`,
    );
  }
  return { ...rules, minimumWork: work, maximumWork: work, startWork: work };
}

function isProxy(name: string): boolean {
  return /proxy/i.test(name);
}
