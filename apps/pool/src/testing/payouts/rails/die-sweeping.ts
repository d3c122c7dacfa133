import sql from 'sql-template-tag';
import { selectSweeps, type Sweep } from '../../../domain/treasury/sweep.ts';
import { withDatabase } from '../crash-database.ts';
import type { SweepOrder } from './instance.ts';
import { mineBlocks } from './mine-blocks.ts';
import type { RailWorld } from './rail-world.ts';
import { askAll, restartHere, untilLifted } from './take-back.ts';
import { soundMood } from './unsure-node.ts';

/** Crash points of sweeps to which chance hardly comes, in the order in which a life comes to them. */
export const namedSweepPoints = [
  'sweep-stored',
  'sweep-sent',
  'sweep-cancel-signed',
  'sweep-cancel-stored',
  'sweep-taken-back',
] as const;

const isOpen = sql`WHERE state IN ('planned', 'signed', 'sent') ORDER BY id`;

type SweepPoint = (typeof namedSweepPoints)[number];

/** Turns until what is open has come to its end, until a sweep has come to the point at which its process dies, and how often that is tried. */
const [endMax, triesMax, attemptsMax] = [14, 12, 3] as const;
/** Turns after which an operator ends what has not. */
const cancelAfter = 4;
/** A second server is heard of after this, a sweep is sent again after it, and a verdict stands. */
const tryEveryMs = 31_000;
/** What was final is looked at again after this. */
const watchAfterMs = 601_000;

/**
 * The pool's own money is swept, and the process that does it dies at this point, and at no other. What comes of it is the life's business from then
 * on. A life in which none dies at it is wrong.
 */
export async function dieSweeping(world: RailWorld, point: SweepPoint): Promise<void> {
  const { ground, wrong } = world;
  for (const node of ['one', 'two'] as const) Object.assign(ground.moods[node], soundMood());
  let isDead = false;
  for (let attempt = 0; attempt < attemptsMax && !isDead; attempt += 1) {
    await askAll(world, []);
    await untilOver(world);
    isDead = await comeTo(world, point);
    await restartHere(world, 0);
  }
  if (!isDead) wrong.push(`none dies at ${point}`);
}

/** Whether a process has died at it. */
async function comeTo(world: RailWorld, point: SweepPoint): Promise<boolean> {
  if (point === 'sweep-stored') return dieAt(world, point, 'begin');
  await restartHere(world, 0);
  const begun = await begin(world);
  if (begun === undefined) return false;
  switch (point) {
    case 'sweep-sent':
      return dieAt(world, point, 'follow');
    case 'sweep-cancel-signed':
    case 'sweep-cancel-stored':
      // It may have left, and no node has it: what waits at nodes of Bitcoin's family cannot be cancelled.
      return (await dieAt(world, 'sweep-before-send', 'follow')) && dieAt(world, point, 'cancel');
    case 'sweep-taken-back': {
      const txid = await untilFinal(world, begun);
      if (txid === undefined || world.ground.undo === undefined) return false;
      await world.ground.undo(txid, world.clock.now());
      world.advance(watchAfterMs);
      return dieAt(world, point, 'follow');
    }
  }
}

/** Does this until its process has died; whether it has. */
async function dieAt(world: RailWorld, point: string, order: SweepOrder): Promise<boolean> {
  await restartHere(world, 0, { at: 'point', points: [point] });
  const isOver = (): boolean => world.instances[0]?.isOver === true;
  for (let tries = 0; tries < triesMax && !isOver(); tries += 1) {
    world.advance(tryEveryMs);
    await world.instances[0]?.sweep?.(order);
  }
  return isOver();
}

/** A new one, beside those that have not come to their end; undefined where none is signed in time. */
async function begin(world: RailWorld): Promise<bigint | undefined> {
  const known = new Set((await sweepsOf(world, sql`ORDER BY id`)).map(({ id }) => id));
  for (let tries = 0; tries < triesMax; tries += 1) {
    const open = (await sweepsOf(world, isOpen)).filter(({ id }) => !known.has(id));
    const begun = open.find(({ signed }) => signed !== null);
    if (begun !== undefined) return begun.id;
    await world.instances[0]?.sweep?.(open.length === 0 ? 'begin' : 'follow');
    world.advance(tryEveryMs);
  }
  return undefined;
}

/**
 * Every payout and every sweep, or as many as come to their end in time; what suspends payments is looked at meanwhile, and an operator cancels a
 * sweep that does not end by itself, such as one that a restore has lost and that no node has.
 */
async function untilOver(world: RailWorld): Promise<void> {
  for (let turn = 0; turn < endMax; turn += 1) {
    await untilLifted(world);
    if (await isOver(world)) return;
    await askAll(world, []);
    if (turn >= cancelAfter) await world.instances[0]?.sweep?.('cancel');
    world.advance(tryEveryMs);
    await mineBlocks(world, 1);
  }
}

/** Under which name its chain has it for good; undefined where it has not come to that. */
async function untilFinal(world: RailWorld, id: bigint): Promise<string | undefined> {
  for (let turn = 0; turn < endMax; turn += 1) {
    await world.instances[0]?.sweep?.('follow');
    world.advance(tryEveryMs);
    await mineBlocks(world, 1);
    const [sweep] = await sweepsOf(world, sql`WHERE state = 'final' AND id = ${id}`);
    if (sweep?.signed) return sweep.signed.txid;
  }
  return undefined;
}

function sweepsOf({ place }: RailWorld, which: ReturnType<typeof sql>): Promise<readonly Sweep[]> {
  return withDatabase(place, (db) => selectSweeps(db, which));
}

async function isOver({ place }: RailWorld): Promise<boolean> {
  return withDatabase(place, async (db) => {
    const open = await db.query(sql`
      SELECT 1 FROM payouts WHERE state NOT IN ('settled', 'released')
      UNION ALL SELECT 1 FROM sweeps WHERE state IN ('planned', 'signed', 'sent') LIMIT 1`);
    return open.length === 0;
  });
}
