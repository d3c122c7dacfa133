import { expect, it } from 'vitest';
import { seededRandom } from '../../simulation/seeded-random.ts';
import { doomOf } from './choose-doom.ts';

/** Each stands right behind the other in what a process does. */
const following = [
  ['payout-replacement-signed', 'payout-replacement-stored'],
  ['payout-cancel-signed', 'payout-cancel-stored'],
  ['payout-cancel-stored', 'payout-cancel-sent'],
  ['payout-invalidated', 'payout-attempt-ended'],
] as const;

it.each(following)('lets a process live through %s, and die at %s', (first, then) => {
  const random = seededRandom(1);
  const dooms = Array.from({ length: 1000 }, () => doomOf(random));
  const ofOperator = dooms.flatMap((doom) =>
    doom?.at === 'point' && doom.isOfOperator ? [doom.points] : [],
  );
  expect(ofOperator.length).toBeGreaterThan(100);
  const both = ofOperator.filter((points) => points.includes(then));
  expect(both.filter((points) => !points.includes(first)).length).toBeGreaterThan(20);
  expect(both.filter((points) => points.includes(first)).length).toBeGreaterThan(20);
});
