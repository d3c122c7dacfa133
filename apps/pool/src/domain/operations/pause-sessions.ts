import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { judgeReason, type OperationContext, recordDecision } from '../kernel/decision.ts';

/** Which processes are meant. */
interface PausedProcesses {
  /** The name of one, as its data directory is called; every process of the database without it. */
  readonly process?: string | undefined;
  readonly reason: string;
}

export type PauseOutcome =
  | { readonly kind: 'done'; readonly process: string | null }
  | { readonly kind: 'malformed-reason' };

const pauseKind = 'pause-sessions';
const resumeKind = 'resume-sessions';
const everyProcess = 'every process';

/** Has processes take no new connection of a miner until `resumeSessions`, also after they have started again; who is connected is served on. */
export function pauseSessions(ctx: OperationContext, input: PausedProcesses): Promise<PauseOutcome> {
  return decide(ctx, pauseKind, input);
}

/** Has processes take connections again. */
export function resumeSessions(ctx: OperationContext, input: PausedProcesses): Promise<PauseOutcome> {
  return decide(ctx, resumeKind, input);
}

/** Whether a process takes no new connections: the newest decision counts that is about it or about every process. */
export async function readPaused(ctx: Pick<ServiceContext, 'db'>, process: string): Promise<boolean> {
  const [newest] = await ctx.db.query<{ kind: string }>(sql`
    SELECT kind FROM operator_decisions
     WHERE kind IN ('pause-sessions', 'resume-sessions') AND subject IN (${everyProcess}, ${subjectOf(process)})
     ORDER BY id DESC LIMIT 1`);
  return newest?.kind === pauseKind;
}

async function decide(
  ctx: OperationContext,
  kind: string,
  { process, reason: text }: PausedProcesses,
): Promise<PauseOutcome> {
  const reason = judgeReason(text);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const subject = process === undefined ? everyProcess : subjectOf(process);
  await recordDecision(ctx.db, ctx, { kind, subject, reason });
  return { kind: 'done', process: process ?? null };
}

function subjectOf(process: string): string {
  return `process ${process}`;
}
