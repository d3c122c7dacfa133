import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from './context.ts';

/** What the operator's verbs work with: the pool's context and who sits there. */
export type OperationContext = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'publisher'> & {
  /** The login name of the operator who runs the command, on their machine. */
  readonly actor: string;
  /** What the sources of the running pool say coins are worth; left out where no pool runs. */
  readonly rates?: ServiceContext['rates'];
  /** Why the running pool lets no payout leave; left out where no pool runs. */
  readonly payoutBlockReason?: () => string | undefined;
};

const reasonLengthMax = 500;

/** A reason without the spaces around it; undefined for one that says nothing or too much. */
export function judgeReason(text: string): string | undefined {
  const reason = text.trim();
  return reason === '' || reason.length > reasonLengthMax ? undefined : reason;
}

/** Writes down what was decided, by whom and why, for ever. Belongs into the transaction that does it. */
export async function recordDecision(
  tx: Queryable,
  ctx: Pick<OperationContext, 'clock' | 'actor'>,
  decision: { readonly kind: string; readonly subject: string; readonly reason: string },
): Promise<void> {
  const { kind, subject, reason } = decision;
  await tx.query(sql`
    INSERT INTO operator_decisions (decided_at, kind, subject, reason, actor)
    VALUES (${new Date(ctx.clock.now())}, ${kind}, ${subject}, ${reason}, ${ctx.actor})`);
}

export interface Decided {
  readonly at: number;
  readonly actor: string;
  readonly kind: string;
  readonly subject: string;
  readonly reason: string;
}

/** What operators have decided, or had decided before a time in ms, the newest first. */
export async function readDecisions(
  ctx: Pick<ServiceContext, 'db'>,
  query: { readonly before?: number | undefined; readonly limit: number },
): Promise<Decided[]> {
  const before = query.before === undefined ? null : new Date(query.before);
  const rows = await ctx.db.query<Omit<Decided, 'at'> & { at: Date }>(sql`
    SELECT at, actor, kind, subject, reason FROM (
    SELECT id, decided_at AS at, actor, kind, subject, reason FROM operator_decisions
    UNION ALL
    SELECT id, at, actor, action || CASE WHEN payout_id IS NULL THEN '-network' ELSE '-payout' END,
           coalesce(payout_id::text, network, ''), why
      FROM payout_actions) AS decided
     WHERE ${before}::timestamptz IS NULL OR at < ${before}::timestamptz
     ORDER BY at DESC, id DESC LIMIT ${query.limit}`);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
