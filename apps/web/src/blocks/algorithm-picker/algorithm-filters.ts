import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { byOffer } from './is-minable.ts';

/** The kinds by which the algorithms can be narrowed. */
export const algorithmFilters = [
  'New',
  'ASIC',
  'GPU >3GB',
  'GPU >4GB',
  'GPU >6GB',
  'CPU',
  'Kaspa & forks',
] as const;
export type AlgorithmFilter = (typeof algorithmFilters)[number];

/** The algorithms on offer: a deactivated one is not. Those that can be mined here come first (`byOffer`), else in the pool's order. */
export function offeredAlgorithms(algorithms: readonly AlgorithmItem[]): readonly AlgorithmItem[] {
  return algorithms.filter((item) => !item.deactivated).toSorted(byOffer);
}

/** The algorithms on offer that are of the kind; all on offer for null. */
export function filterAlgorithms(
  algorithms: readonly AlgorithmItem[],
  filter: AlgorithmFilter | null,
): readonly AlgorithmItem[] {
  return offeredAlgorithms(algorithms).filter((item) => filter === null || isOfKind(item, filter));
}

function isOfKind(item: AlgorithmItem, filter: AlgorithmFilter): boolean {
  const minesOn = (type: AlgorithmItem['typeCode']) =>
    item.typeCode === type || item.additionalTypes.includes(type);
  switch (filter) {
    case 'New':
      return item.new || item.tags.includes('new');
    case 'ASIC':
      return minesOn('asic') || item.tags.includes('asic');
    case 'GPU >3GB':
      return minesOn('gpu') && item.minimumVramRequirement === '3GB';
    case 'GPU >4GB':
      return minesOn('gpu') && item.minimumVramRequirement === '4GB';
    case 'GPU >6GB':
      return minesOn('gpu') && item.minimumVramRequirement === '6GB';
    case 'CPU':
      return minesOn('cpu');
    case 'Kaspa & forks':
      return item.tags.includes('kaspa-forks');
  }
}
