import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { listPayouts } from '../../../domain/views/list-payouts.ts';
import { withDatabase } from '../crash-database.ts';
import type { Episode } from './ground.ts';
import type { RailWorld } from './rail-world.ts';
import { askAll, countLeft, untilLifted } from './take-back.ts';
import { soundMood } from './unsure-node.ts';

/** Enough for each process to have tried it. */
const turns = 2;

interface BegunEpisode {
  /** How many turns it lasts. */
  readonly ticks: number;
  readonly end: () => Promise<void>;
}

/**
 * Begins what each life has once, where this turn of it is the time: nodes, wallet and network are as they should be before, and two more payees ask while it
 * lasts, who may not be paid.
 */
export async function beginEpisodes(
  world: RailWorld,
  tick: number,
  heal: () => Promise<void>,
): Promise<readonly BegunEpisode[]> {
  const { ground, random, count, wrong } = world;
  const begun: BegunEpisode[] = [];
  for (const { fault, ticks } of (ground.episodes ?? []).filter((each) => each.tick === tick)) {
    for (const node of ['one', 'two'] as const) Object.assign(ground.moods[node], soundMood());
    await heal();
    await askAll(world, []);
    await untilLifted(world);
    const end = await fault.begin(random);
    if (end === undefined || end === 'over') throw new Error(`${fault.name} could not be done`);
    count(fault.name);
    const wanted = await world.giveTo(2);
    for (let turn = 0; turn < turns; turn += 1) await askAll(world, wanted);
    const left = await countLeft(world, wanted);
    if (left > 0) wrong.push(`${left} were paid all the same: ${fault.name}`);
    await noteWaiting(world, fault, wanted);
    begun.push({ ticks, end });
  }
  return begun;
}

/** For the reader: what they wait for, and why others are not asked for. */
async function noteWaiting(
  { place, clock, errors }: RailWorld,
  { name }: Episode['fault'],
  wanted: readonly string[],
): Promise<void> {
  const waits = await withDatabase(place, async (db) => [
    ...(await listPayouts({ db, clock }, { limit: 100 }))
      .filter(({ payout }) => wanted.includes(payout.address))
      .map(({ waitsFor }) => `${waitsFor}`),
    ...(await readSuspensions(db)).map(({ reason }) => `suspended: ${reason}`),
  ]);
  for (const each of waits) {
    const kind = `${name}: ${each}`.replaceAll(/[0-9a-f]{8,}|\d+/g, '#').slice(0, 160);
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
  }
}
