import sql from 'sql-template-tag';
import { firstRow, wholeLookMs } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { checkLedger } from '../../ledger/check-ledger.ts';
import { type AuditScope, wholeScope } from './audit-scope.ts';
import { checkMiners } from './check-miners.ts';
import { ledgerFindings } from './ledger-findings.ts';
import { checkBalances, checkNegative } from './check-balances.ts';
import { checkAssets, checkEntries } from './check-entries.ts';
import { checkEvents } from './check-events.ts';
import { checkPayouts } from './check-payouts.ts';
import { checkRounds } from './check-rounds.ts';
import { checkSchema } from './check-schema.ts';
import { checkCold } from './check-cold.ts';
import { checkTransits } from './check-transits.ts';
import { checkWork } from './check-work.ts';
import type { Finding } from '../../kernel/finding.ts';

export interface AuditReport {
  /** Business time at which it began, in ms. */
  readonly at: number;
  readonly whole: boolean;
  /** Empty when the ledger is sound. */
  readonly findings: readonly Finding[];
  /** How much was looked at, and where the next partial audit goes on. */
  readonly seen: {
    readonly lastEntry: bigint;
    readonly lastRound: bigint;
    readonly miners: number;
    readonly lastMiner: bigint;
  };
}

/**
 * Checks a live database against everything it promises: read-only, in one snapshot, without locks.
 * Writes nothing and repairs nothing. Work and the hash chains are walked
 * by a whole audit only: they have no part that stays put.
 */
export async function auditLedger(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  scope: AuditScope = wholeScope,
): Promise<AuditReport> {
  const at = ctx.clock.now();
  const ledger = scope.whole ? await checkLedger(ctx) : undefined;
  return ctx.db.transaction(
    async (tx) => {
      await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
      const newest = await tx.query<{ entry: bigint; round: bigint }>(sql`
      SELECT (SELECT coalesce(max(id), 0) FROM ledger_entries) AS entry,
             (SELECT coalesce(max(id), 0) FROM rounds) AS round`);
      const { entry: lastEntry, round: lastRound } = firstRow(newest);
      const miners = await checkMiners(tx, ctx.secret, scope);
      const findings = [
        ...(await checkSchema(tx)),
        ...(scope.whole ? await checkAssets(tx) : []),
        ...(await checkEntries(tx, scope)),
        ...(await checkBalances(tx, scope)),
        ...(await checkNegative(tx)),
        ...(await checkRounds(tx, scope)),
        ...(await checkPayouts(tx, scope)),
        ...(await checkTransits(tx)),
        ...(await checkCold(tx)),
        ...(ledger === undefined ? [] : [...ledgerFindings(ledger), ...checkWork(ledger.work)]),
        ...miners.findings,
        ...(await checkEvents(tx, scope)),
      ];
      const { miners: counted, lastMiner } = miners;
      const seen = { lastEntry, lastRound, miners: counted, lastMiner };
      return { at, whole: scope.whole, findings, seen };
    },
    scope.whole ? { answerWithinMs: wholeLookMs } : {},
  );
}
