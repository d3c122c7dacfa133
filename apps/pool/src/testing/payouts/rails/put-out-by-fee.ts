import sql from 'sql-template-tag';
import { withDatabase } from '../crash-database.ts';
import type { FillablePools } from './ground.ts';
import type { RailWorld } from './rail-world.ts';
import { askAll, untilLifted } from './take-back.ts';
import { soundMood } from './unsure-node.ts';

const dayMs = 86_400_000;
/** That are to be put out, and turns until they wait. */
const wantedOut = 3;
const turnsMax = 8;
/** Turns in which processes send again what nodes refuse. */
const turnsOut = 4;

/**
 * Payees ask one after the other; what waits of the pool at both nodes is put out by dearer transactions, while `turn` has the processes pay,
 * and die, as at any other time. Answers what empties the pools again, days later; undefined where nothing of the pool came to wait.
 */
export async function putOutByFee(
  world: RailWorld,
  pools: FillablePools,
  turn: () => Promise<void>,
): Promise<(() => Promise<void>) | undefined> {
  const { ground, count, clock } = world;
  for (const node of ['one', 'two'] as const) Object.assign(ground.moods[node], soundMood());
  await untilLifted(world);
  let out: readonly string[] = [];
  for (let turns = 0; turns < turnsMax && out.length < wantedOut; turns += 1) {
    await askAll(world, await world.giveTo(1));
    out = await pools.waiting(await sentOf(world));
  }
  if (out.length === 0) return undefined;
  await pools.putOut(out, turn);
  for (let each = 0; each < out.length; each += 1) count('a payment put out of both nodes by dearer ones');
  for (let turns = 0; turns < turnsOut; turns += 1) await turn();
  await noteRefused(world);
  return () =>
    pools.empty(() => {
      world.advance(dayMs);
      return clock.now();
    });
}

/** What the database holds for sent and not yet ended. */
function sentOf({ place }: RailWorld): Promise<readonly string[]> {
  return withDatabase(place, async (db) => {
    const rows = await db.query<{ txid: string }>(
      sql`SELECT txid FROM payout_transactions WHERE state IN ('signed', 'sent')`,
    );
    return rows.map(({ txid }) => txid);
  });
}

/** For the reader: of how many transactions the database holds that they paid the nodes too little. */
async function noteRefused({ place, errors }: RailWorld): Promise<void> {
  const refused = await withDatabase(place, (db) =>
    db.query(sql`SELECT 1 FROM payout_transactions WHERE refusal LIKE '%min fee not met%'`),
  );
  const kind = 'refused while pools are full: min fee not met';
  errors.set(kind, (errors.get(kind) ?? 0) + refused.length);
}
