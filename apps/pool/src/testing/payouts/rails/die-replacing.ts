import { orderOfPoint } from './operator-points.ts';
import type { RailWorld } from './rail-world.ts';
import { askAll, restartHere, untilLifted } from './take-back.ts';
import { soundMood } from './unsure-node.ts';

/** Turns until a payout has come to the point at which its process dies. */
const turnsMax = 12;
/** Another server answers after a rollback: it is heard of half a minute later. */
const triesMax = 4;
const tryEveryMs = 31_000;

/**
 * A payout is signed, and its process dies before it leaves, or right after; an operator offers more for it, or cancels it, and the process that does
 * so dies at this point, and at no other. What comes of it is the life's business from then on.
 */
export async function dieReplacing(world: RailWorld, point: string): Promise<void> {
  const { ground, instances } = world;
  const order = orderOfPoint(point);
  for (const node of ['one', 'two'] as const) Object.assign(ground.moods[node], soundMood());
  await askAll(world, []);
  await untilLifted(world);
  const wanted = await world.giveTo(1);
  // What was never sent cannot be replaced, and what waits at nodes of Bitcoin's family cannot be cancelled.
  const first = order === 'bump' ? 'payout-sent' : 'payout-before-send';
  await restartHere(world, 0, { at: 'point', points: [first] });
  for (let turn = 0; turn < turnsMax && instances[0]?.isOver === false; turn += 1) {
    await instances[0].turn('again', wanted);
    world.advance(15_000);
  }
  await restartHere(world, 0, { at: 'point', points: [point] });
  for (let tries = 0; tries < triesMax && instances[0]?.isOver === false; tries += 1) {
    world.advance(tryEveryMs);
    await instances[0].order?.(order, wanted);
  }
  await restartHere(world, 0);
}
