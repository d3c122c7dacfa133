import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';

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
