import sql from 'sql-template-tag';
import { firstRow, type Transaction } from '../../runtime/database/database.ts';
import { createLanes, type Lanes } from '../../runtime/lanes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { Chain, RewardLine } from '../kernel/chain.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import { type CreditOutcome, creditRound } from './credit-round.ts';
import { isGivenUp, isRefused, judgeFinally, type VerdictContext } from './judge-block.ts';
import { immatureMsMax } from '../policy/round-rules.ts';
import { type NotedConfirmations, noteConfirmations } from './note-confirmations.ts';
import { notifyRound } from './notify-round.ts';
import type { RoundPace } from './round-pace.ts';
import { immatureEntry, type Line, orphanEntry, rewardsText, type RoundKey } from './round-entries.ts';
import { errorText } from '../../runtime/error-text.ts';

export const roundStates = ['candidate', 'accepted', 'credited', 'refused', 'orphaned'] as const;
export type RoundState = (typeof roundStates)[number];

type Context = Pick<
  ServiceContext,
  'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'
> &
  VerdictContext & {
    readonly chains: readonly Chain[];
    /** Credits a round in a thread of its own; without it, here. */
    readonly credit?: (roundId: bigint) => Promise<CreditOutcome>;
  };

/**
 * Moves one round as far as its chain allows: a candidate is submitted (again, after a crash), an accepted block is credited
 * once it is mature. Safe to call at any time and twice at once: each step changes exactly one row or nothing.
 */
export async function advanceRound(ctx: Context, roundId: bigint): Promise<RoundState> {
  const round = await readRound(ctx, roundId);
  if (round.state === 'credited') await notifyRound(ctx, roundId);
  const chain = ctx.chains.find(({ name }) => name === round.chain);
  if (chain === undefined) {
    const { state } = round;
    if (state === 'candidate' || state === 'accepted')
      await name(ctx, round, state, `the pool does not follow the chain ${round.chain} any more`);
    return state;
  }
  if (round.state === 'candidate') return submit(ctx, chain, roundId, round);
  if (round.state === 'accepted') return advanceAccepted(ctx, chain, roundId, round);
  return round.state;
}

/** How a process goes through its rounds; without any of it, it takes all of them, now. */
export interface RoundTurn {
  readonly lanes?: Lanes;
  /** Rounds whose block its chain has not taken yet, or all others. */
  readonly only?: 'candidates' | 'others';
  readonly pace?: RoundPace;
}

/**
 * Advances every unfinished round. Each chain has a lane of its own, so that a slow or silent node delays only the rounds of its chain. A round
 * that cannot be booked delays no other; what failed is thrown at the end.
 */
export async function advanceRounds(
  ctx: Context,
  { lanes = createLanes(), only, pace }: RoundTurn = {},
): Promise<void> {
  const rounds = await openRounds(ctx);
  const open =
    only === undefined ? rounds : rounds.filter(({ isCandidate }) => isCandidate === (only === 'candidates'));
  pace?.keep(open.map(({ id }) => id));
  await lanes.run(open.map(laneOf), (lane) =>
    forEachIsolated(
      open.filter((round) => laneOf(round) === lane),
      async (round) => {
        const advance = async (): Promise<void> => void (await advanceRound(ctx, round.id));
        await (pace?.look(round, ctx.clock.now(), advance) ?? advance());
      },
    ),
  );
}

/** A block that its chain does not have yet is never queued behind another: within a minute another pool's block takes its place. */
function laneOf({ id, chain, isCandidate }: OpenRound): string {
  return isCandidate ? `${chain} block ${id}` : chain;
}

export interface OpenRound {
  readonly id: bigint;
  readonly chain: string;
  /** Its chain has not taken the block yet. */
  readonly isCandidate: boolean;
  /** When it came into its state, ms. */
  readonly since: number;
}

/** The rounds that are not finished, oldest first, including credited ones whose miners have not all been notified. */
export async function openRounds(ctx: Pick<ServiceContext, 'db'>): Promise<OpenRound[]> {
  const rows = await ctx.db.query<Omit<OpenRound, 'since'> & { state_at: Date }>(sql`
    SELECT id, chain, state = 'candidate' AS "isCandidate", state_at
      FROM rounds WHERE state IN ('candidate', 'accepted') OR notified_up_to IS NOT NULL ORDER BY id`);
  return rows.map(({ state_at: since, ...round }) => ({ ...round, since: since.getTime() }));
}

interface RoundRow extends RoundKey, NotedConfirmations {
  readonly state: RoundState;
  readonly state_at: Date;
  readonly submission: Uint8Array;
  readonly submit_problem: string | null;
  /** When an operator said that its block is on the chain, although the nodes do not agree. */
  readonly declared_mature_at: Date | null;
}

async function readRound(ctx: Pick<ServiceContext, 'db'>, roundId: bigint): Promise<RoundRow> {
  // Earlier releases stored a header and a coinbase instead of a submission: for their rounds both are joined, which is what their
  // chains read.
  const rows = await ctx.db.query<RoundRow>(sql`
    SELECT id, chain, state, state_at, block_hash, revivals, coalesce(submission, header || coinbase) AS submission, submit_problem,
           declared_mature_at, block_height::int AS block_height, block_confirmations, confirming_nodes, asked_nodes
      FROM rounds WHERE id = ${roundId}`);
  return firstRow(rows);
}

async function submit(ctx: Context, chain: Chain, roundId: bigint, round: RoundRow): Promise<RoundState> {
  crashPoint('block-unsubmitted');
  const outcome = await chain
    .submitBlock(round.submission)
    .catch((error: unknown) => failNamed(ctx, round, 'its chain did not answer', error));
  crashPoint('block-submitted');
  switch (outcome.kind) {
    case 'accepted':
    case 'duplicate':
      await accept(ctx, round, outcome.rewards);
      return advanceRound(ctx, roundId);
    case 'stale':
      // A node that is behind, or ahead on a branch of its own, says this too.
      if (!(await isGivenUp(ctx, chain, blockOf(round)))) return wait(ctx, round, 'stale');
      return leave(ctx, round, 'candidate', 'orphaned', 'another block was first');
    case 'inconclusive':
      if (!(await isGivenUp(ctx, chain, blockOf(round))))
        return wait(ctx, round, `inconclusive: ${outcome.why}`);
      return leave(ctx, round, 'candidate', 'orphaned', 'another block was preferred');
    case 'invalid':
      // A node that is broken, or of another version, says this of a good block.
      if (!(await isRefused(ctx, chain, round.block_hash, outcome.nodes)))
        return wait(ctx, round, `invalid: ${outcome.why} (${outcome.nodes.join(', ')})`);
      return leave(ctx, round, 'candidate', 'refused', outcome.why);
  }
}

function blockOf({ block_hash: hash, block_height: height }: RoundRow): {
  readonly hash: string;
  readonly height: number;
} {
  return { hash, height };
}

/** The block is submitted again at the next turn, until its chain takes it, two nodes agree that it is lost, or an operator decides. */
async function wait(ctx: Context, round: RoundRow, problem: string): Promise<RoundState> {
  await name(ctx, round, 'candidate', problem);
  return 'candidate';
}

/** Stores what goes wrong with this round, for the operator, and throws the fault again: by itself it does not say which round it was. */
async function failNamed(ctx: Context, round: RoundRow, what: string, error: unknown): Promise<never> {
  const why = errorText(error);
  // Where the database is what fails, the fault itself says so.
  await name(ctx, round, round.state, `${what}: ${why.slice(0, 300)}`).catch(() => undefined);
  throw error;
}

/** Stores why a block does not move on, for the operator (`listWaitingBlocks`). */
async function name(ctx: Context, round: RoundRow, state: RoundState, problem: string | null): Promise<void> {
  if (round.submit_problem === problem) return;
  await ctx.db.query(
    sql`UPDATE rounds SET submit_problem = ${problem} WHERE id = ${round.id} AND state = ${state}`,
  );
}

/** From here on the chain owes the reward; it belongs to no miner before it is mature. */
async function accept(ctx: Context, round: RoundKey, rewards: readonly RewardLine[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const moved = await tx.query(sql`
      UPDATE rounds SET state = 'accepted', state_at = ${new Date(now)}, submit_problem = NULL
       WHERE id = ${round.id} AND state = 'candidate' RETURNING id`);
    if (moved.length === 0) return;
    // A chain of merged mining may pay nothing for a block; the others pay all the same.
    const lines = rewards
      .filter(({ amount }) => amount !== 0n)
      .map(({ asset, amount }, index): Line => ({ line: index + 1, asset, amount }));
    await tx.query(sql`
      INSERT INTO reward_lines (round_id, line, asset, amount)
      SELECT ${round.id}::bigint, line, asset, amount
        FROM unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ asset }) => asset)}::text[],
                    ${lines.map(({ amount }) => amount)}::numeric[]) AS reward (line, asset, amount)`);
    await bookEntries(
      tx,
      lines.map((line) => immatureEntry(round, line, now)),
    );
    publishDomainEvent(tx, {
      event: 'block-accepted',
      round: round.id.toString(),
      chain: round.chain,
      rewards: rewardsText(lines),
    });
    crashPoint('block-accept-uncommitted');
    tx.afterCommit(() => crashPoint('block-accepted'));
  });
}

async function advanceAccepted(
  ctx: Context,
  chain: Chain,
  roundId: bigint,
  round: RoundRow,
): Promise<RoundState> {
  const { said, ...judged } = await judgeFinally(ctx, chain, round.block_hash, round.block_height);
  await noteConfirmations(ctx.db, round, judged.seen);
  const isDeclared = round.declared_mature_at !== null && judged.isMatureForOne;
  const verdict = judged.verdict === 'unknown' && isDeclared ? 'mature' : judged.verdict;
  switch (verdict) {
    case 'mature': {
      const crediting = ctx.credit?.(roundId) ?? creditRound(ctx, roundId);
      const outcome = await crediting.catch((error: unknown) =>
        failNamed(ctx, round, 'it cannot be credited', error),
      );
      return outcome === 'credited' ? 'credited' : 'accepted';
    }
    case 'orphaned':
      return leave(ctx, round, 'accepted', 'orphaned', 'another block was preferred');
    case 'immature': {
      const isLate = ctx.clock.now() - round.state_at.getTime() >= immatureMsMax;
      await name(ctx, round, 'accepted', isLate ? `immature for three days and more (${said})` : null);
      return 'accepted';
    }
    case 'unknown':
      await name(ctx, round, 'accepted', `undecided (${said})`);
      return 'accepted';
  }
}

async function leave(
  ctx: Context,
  round: RoundRow,
  from: RoundState,
  to: 'refused' | 'orphaned',
  why: string,
): Promise<RoundState> {
  return ctx.db.transaction(async (tx) => {
    if (await leaveIn(tx, round, { from, to, why, now: ctx.clock.now() })) return to;
    const [other] = await tx.query<{ state: RoundState }>(
      sql`SELECT state FROM rounds WHERE id = ${round.id}`,
    );
    return other?.state ?? from;
  });
}

/** An accepted block that is lost takes its immature reward with it, by an entry of its own. False where the round has left that state. */
export async function leaveIn(
  tx: Transaction,
  round: RoundKey,
  {
    from,
    to,
    why,
    now,
  }: {
    readonly from: RoundState;
    readonly to: 'refused' | 'orphaned';
    readonly why: string;
    readonly now: number;
  },
): Promise<boolean> {
  const moved = await tx.query(sql`
    UPDATE rounds SET state = ${to}, state_at = ${new Date(now)}, refusal = ${why}, submit_problem = NULL
     WHERE id = ${round.id} AND state = ${from} RETURNING id`);
  if (moved.length === 0) return false;
  const lines = await tx.query<Line>(
    sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${round.id} ORDER BY line`,
  );
  await bookEntries(
    tx,
    lines.flatMap((line) => [immatureEntry(round, line, now), orphanEntry(round, line, now)]),
  );
  const { id, chain, block_hash: hash } = round;
  publishDomainEvent(tx, { event: `block-${to}`, round: id.toString(), chain, hash, why });
  return true;
}
