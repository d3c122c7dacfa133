import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';

/** Whether a miner can connect to it here: the demo fleet of a sandbox has no port for visitors. */
export function isMinable(algorithm: AlgorithmItem): boolean {
  return algorithm.work === 'verified' || algorithm.work === 'relayed';
}

/** What can be mined here comes first, and of that what has one port to name. */
export function byOffer(a: AlgorithmItem, b: AlgorithmItem): number {
  return placeOf(a) - placeOf(b);
}

function placeOf(algorithm: AlgorithmItem): number {
  if (!isMinable(algorithm)) return 2;
  return algorithm.portsDisplayed ? 0 : 1;
}
