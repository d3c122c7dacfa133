import type { ServiceContext } from '../../kernel/context.ts';
import { type AuditReport, auditLedger } from './audit-ledger.ts';
import { type AuditScope, wholeScope } from './audit-scope.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import { guardSolvency } from '../../treasury/guard-solvency.ts';
import type { KnownPosition } from '../../treasury/read-positions.ts';
import type { Finding } from '../../kernel/finding.ts';

/** The audit that a running pool makes of itself. */
export interface RecurringAudit {
  /** One turn on the ledger: bounded, unless it is time for a whole audit, which may take hours. */
  run(): Promise<void>;
  /** L11: the wallets against the ledger. Waits for no turn, so that a theft is seen within a minute also during a whole audit. */
  compareWallets(): Promise<void>;
  /** What is known to be wrong; undefined before anything was looked at. */
  findings(): readonly Finding[] | undefined;
  /** What the last comparison of wallets and ledger has read; empty before the first. */
  positions(): readonly KnownPosition[];
  /** Business time of the last turn on the ledger that ended, in ms. */
  finishedAt(): number | undefined;
}

export interface RecurringAuditOptions {
  /** A whole audit at least this often. */
  readonly wholeEveryMs?: number;
  /** How many miners each run checks, in the order of their ids, starting over at the end. */
  readonly minersATurn?: number;
  /** How many of the newest rounds each run checks again: their state still changes. */
  readonly roundsATurn?: bigint;
  /** Compared with the ledger (L11): payouts of an asset that is short are suspended. */
  readonly wallet?: Wallet;
  readonly onFindings?: (findings: readonly Finding[]) => void;
}

/**
 * A partial audit checks the entries that are new since the last one, the miners' balances that they touched, the next window of all
 * miners, and the newest rounds. At the start, every hour, and while there are findings, the audit checks everything. So its cost
 * follows what happened, not the size of the ledger.
 */
export function createRecurringAudit(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  options: RecurringAuditOptions = {},
): RecurringAudit {
  const { wholeEveryMs = 3_600_000, minersATurn = 500, roundsATurn = 200n, wallet } = options;
  let last: AuditReport | undefined;
  let short: readonly Finding[] | undefined;
  let positions: readonly KnownPosition[] = [];
  let lastWholeAt: number | undefined;
  let minersAfter = 0n;

  function nextScope(): AuditScope {
    const dueAt = (lastWholeAt ?? Number.NEGATIVE_INFINITY) + wholeEveryMs;
    if (last === undefined || last.findings.length > 0 || ctx.clock.now() >= dueAt) return wholeScope;
    const roundsAfter = last.seen.lastRound - roundsATurn;
    return {
      whole: false,
      entriesAfter: last.seen.lastEntry,
      minersAfter,
      minersMax: minersATurn,
      roundsAfter: roundsAfter > 0n ? roundsAfter : 0n,
    };
  }

  async function compareWallets(): Promise<void> {
    if (wallet === undefined) return;
    short = await guardSolvency(ctx, wallet, (known) => {
      positions = known;
    });
    if (short.length > 0) options.onFindings?.(short);
  }

  async function lookOn(): Promise<void> {
    const scope = nextScope();
    const report = await auditLedger(ctx, scope);
    last = report;
    if (scope.whole) lastWholeAt = report.at;
    // A window that came back short has reached the newest miner.
    else minersAfter = report.seen.miners < minersATurn ? 0n : report.seen.lastMiner;
    if (report.findings.length > 0) options.onFindings?.(report.findings);
  }

  return {
    run: lookOn,
    compareWallets,
    findings: () =>
      last === undefined && short === undefined ? undefined : [...(last?.findings ?? []), ...(short ?? [])],
    positions: () => positions,
    finishedAt: () => last?.at,
  };
}
