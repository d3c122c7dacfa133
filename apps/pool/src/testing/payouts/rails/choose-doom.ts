import type { SeededRandom } from '../../simulation/seeded-random.ts';
import { allCrashPoints } from '../crash-harness.ts';
import type { Doom } from './mortal.ts';

const points = allCrashPoints();
/** Of what operators do to single payouts, and of ends: they come seldom. */
const rarePoints = points.filter((point) => /-(?:cancel|replacement|attempt|invalidated)/.test(point));

/**
 * How a process is to die next; undefined where it may live.
 *
 * @param sweepPoints where the pool's own money is swept beside payouts
 */
export function doomOf(random: SeededRandom, sweepPoints: readonly string[] = []): Doom | undefined {
  const chance = random.below(100);
  const all = [...points, ...sweepPoints];
  // Of two that follow each other in one deed it dies at the first that it may: with all of them it would never come to the second.
  if (chance < 15)
    return { at: 'point', points: rarePoints.filter(() => random.percent(50)), isOfOperator: true };
  if (chance < 40) return { at: 'point', points: [1, 2, 3, 4, 5].map(() => random.pick(all)) };
  if (chance < 55) return { at: 'call', calls: 1 + random.below(150) };
  // Sweeps are few.
  if (chance < 75 && sweepPoints.length > 0)
    return { at: 'point', points: sweepPoints.filter(() => random.percent(30)) };
  return undefined;
}
