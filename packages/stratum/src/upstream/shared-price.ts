import { atMost53Bits, type DifficultyScale, targetBytes, targetOfWork } from '../core/difficulty.ts';
import type { ShareTerms } from '../core/judge-share.ts';

/** A share of ours is an eighth of one of the other pool where that leaves it hard enough: slow machines are seen at work. */
const sharesOfTheirs = 8n;

/**
 * What a share counts of a content that all miners of all connections search: never harder than what the other pool counts, nor than a block.
 *
 * @param counted the highest hash that the other pool counts, on that of its connections which asks for least
 * @param leastWork what a share takes at least, unless the other pool or a block asks for less
 */
export function sharedPrice(
  counted: bigint,
  {
    scale,
    networkWork,
    leastWork,
  }: { readonly scale: DifficultyScale; readonly networkWork: bigint; readonly leastWork: bigint },
): ShareTerms {
  const theirs = priceOfTheirs(counted, scale);
  const easier = theirs.work / sharesOfTheirs;
  const wanted = easier > leastWork ? easier : leastWork;
  const most = theirs.work < networkWork ? theirs.work : networkWork;
  if (wanted >= theirs.work && most === theirs.work) return theirs;
  const work = wanted < most ? wanted : most;
  return { work, target: targetBytes(targetOfWork(work, scale)) };
}

/** What one of the other pool's own counts. */
export function priceOfTheirs(counted: bigint, scale: DifficultyScale): ShareTerms {
  const work = atMost53Bits((scale.difficulty1Target * scale.hashesPerDifficulty1) / counted);
  return { work, target: targetBytes(counted) };
}
