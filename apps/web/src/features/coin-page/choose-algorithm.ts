import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { isMinable } from '../../blocks/algorithm-picker/algorithm-words.ts';

/**
 * The algorithm to show: the one asked for, else the last used one that is still on offer, else the first that can be
 * mined here, else the first. Undefined only for an empty list.
 */
export function chooseAlgorithm(
  algorithms: readonly AlgorithmItem[],
  asked: string | null,
  lastUsed: readonly string[],
): AlgorithmItem | undefined {
  const offered = algorithms.filter((algorithm) => !algorithm.deactivated);
  const byCode = (code: string) => offered.find((algorithm) => algorithm.code === code);
  const known = asked === null ? undefined : byCode(asked);
  if (known !== undefined) return known;
  for (const code of lastUsed) {
    const used = byCode(code);
    if (used !== undefined) return used;
  }
  return offered.find(isMinable) ?? offered[0];
}
