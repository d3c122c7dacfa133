import sql from 'sql-template-tag';
import { firstRow } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';
import type { Chain, RewardLine } from '../ports/chain.ts';
import { creditRound } from './credit-round.ts';

export type RoundState = 'candidate' | 'accepted' | 'credited' | 'refused' | 'orphaned';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher'> & {
  readonly chains: readonly Chain[];
};

/**
 * Moves one round as far as its chain allows: a candidate is submitted (again, after a crash), an accepted block is credited
 * once it is mature. Safe to call at any time and twice at once: each step changes exactly one row or nothing.
 */
export async function advanceRound(ctx: Context, roundId: bigint): Promise<RoundState> {
  const round = await readRound(ctx, roundId);
  const chain = ctx.chains.find(({ name }) => name === round.chain);
  if (chain === undefined) return round.state;
  if (round.state === 'candidate') return submit(ctx, chain, roundId, round);
  if (round.state === 'accepted') return settle(ctx, chain, roundId, round);
  return round.state;
}

/** The rounds that still have a way to go, oldest first. */
export async function openRounds(ctx: Pick<ServiceContext, 'db'>): Promise<bigint[]> {
  const rows = await ctx.db.query<{ id: bigint }>(
    sql`SELECT id FROM rounds WHERE state IN ('candidate', 'accepted') ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

interface RoundRow {
  readonly chain: string;
  readonly state: RoundState;
  readonly block_hash: string;
  readonly header: Uint8Array;
  readonly coinbase: Uint8Array;
}

async function readRound(ctx: Pick<ServiceContext, 'db'>, roundId: bigint): Promise<RoundRow> {
  const rows = await ctx.db.query<RoundRow>(
    sql`SELECT chain, state, block_hash, header, coinbase FROM rounds WHERE id = ${roundId}`,
  );
  return firstRow(rows);
}

async function submit(ctx: Context, chain: Chain, roundId: bigint, round: RoundRow): Promise<RoundState> {
  const outcome = await chain.submitBlock({ header: round.header, coinbase: round.coinbase });
  switch (outcome.kind) {
    case 'accepted':
    case 'duplicate':
      await accept(ctx, roundId, outcome.rewards);
      return advanceRound(ctx, roundId);
    case 'stale':
      return leave(ctx, roundId, 'candidate', 'orphaned', 'another block was first');
    case 'invalid':
      return leave(ctx, roundId, 'candidate', 'refused', outcome.why);
  }
}

async function accept(ctx: Context, roundId: bigint, rewards: readonly RewardLine[]): Promise<void> {
  const now = new Date(ctx.clock.now());
  await ctx.db.transaction(async (tx) => {
    const moved = await tx.query(sql`
      UPDATE rounds SET state = 'accepted', state_at = ${now}
       WHERE id = ${roundId} AND state = 'candidate' RETURNING id`);
    if (moved.length === 0) return;
    await tx.query(sql`
      INSERT INTO reward_lines (round_id, line, asset, amount)
      SELECT ${roundId}::bigint, line, asset, amount
        FROM unnest(${rewards.map(({ asset }) => asset)}::text[], ${rewards.map(({ amount }) => amount)}::numeric[])
             WITH ORDINALITY AS reward (asset, amount, line)`);
  });
}

async function settle(ctx: Context, chain: Chain, roundId: bigint, round: RoundRow): Promise<RoundState> {
  switch (await chain.stateOf(round.block_hash)) {
    case 'mature':
      return (await creditRound(ctx, roundId)) === 'credited' ? 'credited' : 'accepted';
    case 'orphaned':
      return leave(ctx, roundId, 'accepted', 'orphaned', 'another block was preferred');
    case 'immature':
    case 'unknown':
      return 'accepted';
  }
}

async function leave(
  ctx: Context,
  roundId: bigint,
  from: RoundState,
  to: RoundState,
  why: string,
): Promise<RoundState> {
  const now = new Date(ctx.clock.now());
  await ctx.db.query(sql`
    UPDATE rounds SET state = ${to}, state_at = ${now}, refusal = ${why} WHERE id = ${roundId} AND state = ${from}`);
  return to;
}
