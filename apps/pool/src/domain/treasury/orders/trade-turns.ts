import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { oneLine } from '../../../runtime/one-line.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';

/** What the pool trades by itself at an exchange, as its row has it. */
export interface TradeTurn {
  readonly place: string;
  /** Until when a process has the turn; null where none has. */
  readonly turnUntil: Date | null;
  readonly ranAt: Date | null;
  readonly isSending: boolean;
  readonly said: string | null;
  readonly failures: number;
  readonly stoppedWhy: string | null;
  readonly stoppedAt: Date | null;
}

/** Longer than any turn: a process that died in one keeps the others away for so long, ms. */
const turnMaxMs = 15 * 60_000;
/** The number of failures in a row that stops it. */
const failuresMax = 2;

export function selectTurns(db: Queryable): Promise<TradeTurn[]> {
  return db.query<TradeTurn>(sql`
    SELECT place, turn_until AS "turnUntil", ran_at AS "ranAt", is_sending AS "isSending", said, failures, stopped_why AS "stoppedWhy", stopped_at AS "stoppedAt"
      FROM trade_turns ORDER BY place`);
}

/**
 * The turn at an exchange, for the one process that has it; undefined for every other. A clock that was ahead by more than a turn keeps no other away;
 * processes whose clocks are less apart believe one another, so that all of them, at the same second, have one turn.
 */
export async function takeTradeTurn(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  place: string,
): Promise<TradeTurn | undefined> {
  const now = clock.now();
  await db.query(sql`INSERT INTO trade_turns (place) VALUES (${place}) ON CONFLICT DO NOTHING`);
  const [turn] = await db.query<TradeTurn>(sql`
    UPDATE trade_turns SET turn_until = ${new Date(now + turnMaxMs)}
     WHERE place = ${place} AND (turn_until IS NULL OR turn_until <= ${new Date(now)} OR turn_until > ${new Date(now + 2 * turnMaxMs)})
    RETURNING place, turn_until AS "turnUntil", ran_at AS "ranAt", is_sending AS "isSending", said, failures, stopped_why AS "stoppedWhy", stopped_at AS "stoppedAt"`);
  return turn;
}

/** How a turn ended. */
export interface TurnEnd {
  readonly isSending: boolean;
  readonly said: string;
  /** It was to send, and something went wrong; null where nothing is known of that, as where nothing was to be sent. */
  readonly hasFailed: boolean | null;
  /** Why nothing is ordered by itself any more, whatever failed before. */
  readonly stop?: string | undefined;
}

/** Keeps how a turn ended, and lets the next one begin; nothing where it lasted so long that another process has it. Two failures in a row stop what is ordered by itself. */
export async function endTradeTurn(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { place, failures: before, turnUntil }: Pick<TradeTurn, 'place' | 'failures' | 'turnUntil'>,
  { isSending, said, hasFailed, stop }: TurnEnd,
): Promise<void> {
  const failures = hasFailed === null ? before : hasFailed ? before + 1 : 0;
  const tooOften = failures >= failuresMax ? `it failed ${failures} times in a row: ${said}` : undefined;
  const why = stop ?? tooOften;
  const at = new Date(clock.now());
  await db.query(sql`
    UPDATE trade_turns SET turn_until = NULL, ran_at = ${at}, is_sending = ${isSending}, said = ${oneLine(said, 1000)}, failures = ${failures},
           stopped_why = coalesce(stopped_why, ${why === undefined ? null : oneLine(why, 500)}),
           stopped_at = CASE WHEN stopped_why IS NULL AND ${why !== undefined}::boolean THEN ${at} ELSE stopped_at END
     WHERE place = ${place} AND turn_until IS NOT DISTINCT FROM ${turnUntil}`);
}

export type ResumeOutcome =
  | { readonly kind: 'resumed' }
  | { readonly kind: 'not-stopped' }
  | { readonly kind: 'malformed-reason' };

/** Lets the pool order by itself again, after an operator has looked. What stopped it stops it again where it still is so. */
export async function resumeTrading(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & { readonly actor: string },
  { place, reason: typed }: { readonly place: string; readonly reason: string },
): Promise<ResumeOutcome> {
  const reason = judgeReason(typed);
  if (reason === undefined) return { kind: 'malformed-reason' };
  return ctx.db.transaction(async (tx): Promise<ResumeOutcome> => {
    const resumed = await tx.query(sql`
      UPDATE trade_turns SET stopped_why = NULL, stopped_at = NULL, failures = 0 WHERE place = ${place} AND stopped_why IS NOT NULL RETURNING 1`);
    if (resumed.length === 0) return { kind: 'not-stopped' };
    await recordDecision(tx, ctx, { kind: 'resume-trading', subject: place, reason });
    return { kind: 'resumed' };
  });
}

/** What health says of it, a sentence for each exchange where it has stopped. */
export async function turnProblems({ db }: Pick<ServiceContext, 'db'>): Promise<string[]> {
  const turns = await selectTurns(db);
  return turns.flatMap(({ place, stoppedWhy }) =>
    stoppedWhy === null
      ? []
      : [
          `nothing is ordered by itself at ${place}, because ${stoppedWhy}: look there, then openlode orders resume ${place}`,
        ],
  );
}
