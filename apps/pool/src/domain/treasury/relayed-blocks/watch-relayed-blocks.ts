import { kept } from '@openlode/catalogue/retention';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import {
  type BlockWitnesses,
  wasSentInTime,
  type RelayedAnswer,
  type RelayedFate,
} from '../../kernel/relayed-block.ts';
import { judgeRelayedBlock } from './judge-relayed-block.ts';

/** Asked at one look: nodes answer hundreds of calls a second. */
const askedMax = 100;
/** Before that no node has three blocks after it, ms; test networks apart, which may wait as long. */
const notBeforeMs = 60_000;

type Context = Pick<ServiceContext, 'db' | 'clock'>;

interface Waiting {
  readonly upstream: string;
  readonly coin: string;
  readonly hash: string;
  readonly parent: string;
  readonly found_at: Date;
  readonly answer: RelayedAnswer;
}

/**
 * Asks our own nodes for blocks that other pools should have sent to their networks, and keeps what became of each. Those whose coin has no node here
 * are unjudged. Credits nothing; safe in several processes, which come to the same. Forgets what is older than 35 days.
 *
 * @param onMissing a block that is in no chain, and that its pool was sent in time
 */
export async function watchRelayedBlocks(
  ctx: Context,
  witnesses: BlockWitnesses,
  {
    onMissing,
    onError,
  }: {
    readonly onMissing: (block: {
      readonly upstream: string;
      readonly coin: string;
      readonly hash: string;
    }) => void;
    readonly onError: (coin: string, error: unknown) => void;
  },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(
    sql`DELETE FROM relayed_blocks WHERE found_at < ${new Date(now - kept.shareStatisticsMs)}`,
  );
  // The longest unasked first.
  const waiting = await ctx.db.query<Waiting>(sql`
    SELECT upstream, coin, hash, parent, found_at, answer FROM relayed_blocks
     WHERE state = 'waiting' AND found_at <= ${new Date(now - notBeforeMs)}
     ORDER BY state_at, hash LIMIT ${askedMax}`);
  for (const block of waiting) {
    const { upstream, coin, hash } = block;
    const fate = await fateOf(witnesses, block, now - block.found_at.getTime(), onError);
    const isNew = await keepFate(ctx, block, fate, now);
    if (fate === 'missing' && isNew && wasSentInTime(block.answer)) onMissing({ upstream, coin, hash });
  }
}

async function fateOf(
  witnesses: BlockWitnesses,
  { coin, hash, parent }: Waiting,
  ageMs: number,
  onError: (coin: string, error: unknown) => void,
): Promise<RelayedFate> {
  if (!witnesses.has(coin)) return 'unjudged';
  try {
    return judgeRelayedBlock(await witnesses.ask(coin, { hash, parent }), ageMs);
  } catch (error) {
    onError(coin, error);
    return judgeRelayedBlock([], ageMs);
  }
}

/** Answers whether it is known of now. */
async function keepFate(
  { db }: Context,
  { upstream, hash }: Waiting,
  fate: RelayedFate,
  now: number,
): Promise<boolean> {
  const changed = await db.query(sql`
    UPDATE relayed_blocks SET state = ${fate}, state_at = ${new Date(now)}
     WHERE upstream = ${upstream} AND hash = ${hash} AND state = 'waiting' RETURNING hash`);
  return changed.length > 0;
}
