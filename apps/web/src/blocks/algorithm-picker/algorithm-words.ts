import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';

/** Whether a miner can connect to it here: the demo fleet of a sandbox has no port for visitors. */
export function isMinable(algorithm: AlgorithmItem): boolean {
  return algorithm.work === 'verified' || algorithm.work === 'relayed';
}

/** Where another pool gives its work, always or while nodes give none: through whom, and when its shares are paid; null elsewhere. */
export function relayedWords({ name, work, extraComment, fallback }: AlgorithmItem): {
  readonly title: string;
  readonly sentences: readonly string[];
} | null {
  const sentences = [work === 'relayed' ? extraComment : null, fallback].flatMap((each) => each ?? []);
  if (sentences.length === 0) return null;
  const when = work === 'relayed' ? 'is mined' : 'may be mined';
  return { title: `${name} ${when} for another pool`, sentences };
}

/** What can be mined here comes first, and of that what has one port to name. */
export function byOffer(a: AlgorithmItem, b: AlgorithmItem): number {
  return placeOf(a) - placeOf(b);
}

function placeOf(algorithm: AlgorithmItem): number {
  if (!isMinable(algorithm)) return 2;
  return algorithm.portsDisplayed ? 0 : 1;
}

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
