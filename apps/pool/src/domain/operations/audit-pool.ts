import type { ServiceContext } from '../kernel/context.ts';
import type { Finding } from '../kernel/finding.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { checkSolvency } from '../treasury/guard-solvency.ts';
import { countParked, type ParkedWork } from '../views/count-parked.ts';
import { auditLedger } from './audit/audit-ledger.ts';

/** The audit as it travels: without the numbers that only the next partial audit needs. */
export interface AuditedPool {
  readonly at: number;
  readonly findings: readonly Finding[];
  readonly parked: ParkedWork;
  readonly miners: number;
  readonly entries: string;
}

/** Audits the ledger. With a wallet it is compared with the ledger as well; nothing is suspended by looking. */
export async function auditPool(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  wallet?: Wallet,
): Promise<AuditedPool> {
  const { at, findings: ofLedger, seen } = await auditLedger(ctx);
  const findings = [...ofLedger, ...(wallet === undefined ? [] : await checkSolvency(ctx, wallet))];
  const parked = await countParked(ctx);
  return { at, findings, parked, miners: seen.miners, entries: seen.lastEntry.toString() };
}
