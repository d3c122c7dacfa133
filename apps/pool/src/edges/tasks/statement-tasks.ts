import { type StatementContext, watchStatements } from '../../domain/treasury/statements/watch-statements.ts';
import type { ScheduledTask } from './schedules.ts';

/** Other pools are asked what they say of our accounts where the settings name their pages. */
export function statementTasks(
  ctx: StatementContext,
  onFailure: (subject: string, error: unknown) => void,
): ScheduledTask[] {
  if (ctx.statements.length === 0) return [];
  return [
    {
      name: 'watch-statements',
      pattern: '25 * * * * *',
      run: () => watchStatements(ctx, onFailure),
    },
  ];
}
