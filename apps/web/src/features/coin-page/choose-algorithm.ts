import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { offeredAlgorithms } from '../../blocks/algorithm-picker/algorithm-filters.ts';

/**
 * The algorithm to show: the one asked for, else the last used one that is still on offer, else the first on offer.
 * Undefined where nothing is.
 */
export function chooseAlgorithm(
  algorithms: readonly AlgorithmItem[],
  asked: string | null,
  lastUsed: readonly string[],
): AlgorithmItem | undefined {
  const offered = offeredAlgorithms(algorithms);
  const byCode = (code: string) => offered.find((algorithm) => algorithm.code === code);
  const known = asked === null ? undefined : byCode(asked);
  if (known !== undefined) return known;
  for (const code of lastUsed) {
    const used = byCode(code);
    if (used !== undefined) return used;
  }
  return offered[0];
}
