import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { byOffer } from './is-minable.ts';

/** Coin and hardware in a few words: `RVN, GPU from 6 GB`. */
export function hardwareWords(algorithm: AlgorithmItem): string {
  const memory = algorithm.minimumVramRequirement;
  const hardware = memory === null ? algorithm.type : `${algorithm.type} from ${memory.replace('GB', ' GB')}`;
  return `${algorithm.symbol}, ${hardware}`;
}

/** The algorithms on offer whose name, code or reward coin holds the text, those that can be mined here first. */
export function matchAlgorithms(
  algorithms: readonly AlgorithmItem[],
  text: string,
): readonly AlgorithmItem[] {
  const wanted = text.toLowerCase();
  const fields = (item: AlgorithmItem) => [item.name, item.longName, item.code, item.symbol, item.miningVia];
  return algorithms
    .filter((item) => !item.deactivated)
    .filter((item) => fields(item).some((field) => field.toLowerCase().includes(wanted)))
    .toSorted(byOffer);
}
