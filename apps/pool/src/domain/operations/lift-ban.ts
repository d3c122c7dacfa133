import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ConnectedMiners } from '../kernel/connected-miners.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { judgeReason, type OperationContext, recordDecision } from '../kernel/decision.ts';

/** What a process that was asked had of the bans of a source. */
export interface LiftingProcess {
  readonly process: string;
  readonly takesMiners: boolean;
  /** Addresses and networks that may connect again there. */
  readonly lifted: number;
}

export interface LiftedBan {
  /** `asked`: none that answered has such a ban, and others look within ten seconds. */
  readonly kind: 'done' | 'asked' | 'not-banned';
  readonly processes: readonly LiftingProcess[];
  /** Processes of this database that take miners and were not asked: each reads the decision within ten seconds. */
  readonly others: number;
  /** Processes that were asked and did not answer. */
  readonly unanswered: readonly string[];
}

export type LiftBanOutcome = LiftedBan | { readonly kind: 'malformed-reason' };

const liftKind = 'lift-ban';
/** Processes of one command are asked one after the other: what they decide together is one decision. */
const sameDecisionMs = 30_000;
/** By process, the last decision that it has had a part in, of each subject with its reason: the next one there is of another command. */
const decidedBy = new WeakMap<ConnectedMiners, Map<string, bigint>>();

/**
 * Ends a ban before its time: here at once, and in every other process of the database once that reads the decision. It is named by the keyed
 * hash of its source, which is all that is kept of it: no network address stands in what is decided.
 */
export async function liftBan(
  ctx: OperationContext & { readonly connected: ConnectedMiners },
  input: { readonly source: string; readonly reason: string },
): Promise<LiftBanOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { source } = input;
  const { process, takesMiners } = ctx.connected;
  const banned = await ctx.connected.bannedAs(source);
  const others = Math.max(0, (await ctx.connected.countTaking()) - (takesMiners ? 1 : 0));
  if (banned.length > 0 || others > 0) await decideOnce(ctx, subjectOf(source), reason);
  for (const client of banned) ctx.connected.lift(client);
  return joinLifted([{ process, takesMiners, lifted: banned.length }], others, []);
}

/** What processes have answered that were asked for the same; `others` beside those that were asked. */
export function joinLifted(
  processes: readonly LiftingProcess[],
  others: number,
  unanswered: readonly string[],
): LiftedBan {
  const isLifted = processes.some(({ lifted }) => lifted > 0);
  const kind = isLifted ? 'done' : others > 0 ? 'asked' : 'not-banned';
  return { kind, processes, others, unanswered };
}

/** Sources whose bans an operator has lifted in the last minute through any process, with the number of the decision. */
export async function readLiftedBans(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
): Promise<readonly { readonly id: bigint; readonly source: string }[]> {
  // The newest by the key of the table, which has no index by time and grows for ever.
  const rows = await ctx.db.query<{ id: bigint; subject: string }>(sql`
    SELECT id, subject FROM (SELECT * FROM operator_decisions ORDER BY id DESC LIMIT 200) AS newest
     WHERE kind = ${liftKind} AND decided_at > ${new Date(ctx.clock.now() - 60_000)} ORDER BY id`);
  return rows.map(({ id, subject }) => ({ id, source: subject.slice(subjectOf('').length) }));
}

function subjectOf(source: string): string {
  return `source ${source}`;
}

async function decideOnce(
  ctx: OperationContext & { readonly connected: ConnectedMiners },
  subject: string,
  reason: string,
): Promise<void> {
  const decided = decidedBy.get(ctx.connected) ?? new Map<string, bigint>();
  decidedBy.set(ctx.connected, decided);
  const words = [subject, reason, ctx.actor].join('\n');
  await ctx.db.transaction(async (tx) => {
    const known = await lastDecision(tx, ctx, subject, reason);
    // A ban that has begun since the last one is lifted by another: other processes have read that already.
    if (known === undefined || known === decided.get(words))
      await recordDecision(tx, ctx, { kind: liftKind, subject, reason });
    const own = await lastDecision(tx, ctx, subject, reason);
    if (own !== undefined) decided.set(words, own);
  });
}

/** The last of the same words within the time in which processes of one command are asked. */
async function lastDecision(
  tx: Queryable,
  { clock, actor }: OperationContext,
  subject: string,
  reason: string,
): Promise<bigint | undefined> {
  const [last] = await tx.query<{ id: bigint }>(sql`
    SELECT id FROM (SELECT * FROM operator_decisions ORDER BY id DESC LIMIT 200) AS newest
     WHERE kind = ${liftKind} AND subject = ${subject} AND reason = ${reason} AND actor = ${actor}
       AND decided_at > ${new Date(clock.now() - sameDecisionMs)} ORDER BY id DESC LIMIT 1`);
  return last?.id;
}
