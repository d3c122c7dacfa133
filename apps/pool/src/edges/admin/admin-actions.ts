import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { AdminActions } from './admin-socket.ts';
import { formatAmount } from '@openlode/money/amount';
import { type AdoptOutcome, adoptPayout, disregardTransaction } from '../../domain/payouts/adopt-payout.ts';
import { type Comparison, compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { runDesk } from '../../domain/operations/desk.ts';
import { approveConversions } from '../../domain/rounds/approve-conversions.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import { readHeldConversions } from '../../domain/rounds/held-conversions.ts';
import { checkSolvency } from '../../domain/treasury/guard-solvency.ts';
import { readTreasury } from '../../domain/views/read-treasury.ts';
import { publishDomainEvent } from '../../domain/kernel/domain-events.ts';
import { countParked } from '../../domain/views/count-parked.ts';
import { writeBackup } from '../../domain/operations/backup/write-backup.ts';

export const adminSocketName = 'admin.sock';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'publisher'> & {
  readonly payoutBlockReason?: () => string | undefined;
};

/** What a running pool does for the operator: what needs its database, and nothing else. */
export function adminActions(
  ctx: Context,
  place: {
    readonly dataDirectory: string;
    readonly version: string;
    readonly wallet: Wallet;
    /** What payouts are made with: only a running pool can ask the wallets. */
    readonly payouts: PayoutContext;
    /** What `databaseMark` makes of where the database is. */
    readonly database: string;
    /** Hears of everything the operator decided. */
    readonly onDecision: (decision: Readonly<Record<string, unknown>>) => Promise<void>;
  },
): AdminActions {
  return {
    // A pool of another database would answer for another database.
    which: async () => ({ database: place.database }),
    audit: () => auditForOperator(ctx, place.wallet),
    treasury: () => readTreasury(ctx, place.wallet),
    'list-conversions': () => readHeldConversions(ctx),
    'approve-conversions': async ({ id, reason, actor }) => {
      if (typeof id !== 'string' || typeof reason !== 'string')
        throw new TypeError('an approval needs an id and a reason');
      const by = typeof actor === 'string' ? { actor } : {};
      const outcome = await approveConversions({ ...ctx, ...by }, { id, reason });
      await place.onDecision({ kind: 'approve-conversions', ...by, id, reason, outcome });
      return outcome;
    },
    desk: async ({ verb, input, actor }) => {
      if (typeof verb !== 'string' || typeof actor !== 'string')
        throw new TypeError('the desk needs a verb and who asks');
      const { decided, answer } = await runDesk({ ...ctx, actor }, verb, input);
      if (decided) await place.onDecision({ kind: verb, actor, input, outcome: answer });
      return answer;
    },
    'compare-payouts': async ({ actor, since }) => {
      if (since !== undefined && typeof since !== 'number') throw new TypeError('since is a time in ms');
      return presentComparison(await compareOutgoing({ ...place.payouts, actor: textOf(actor) }, since));
    },
    'adopt-payout': async ({ txid, reason, actor }) => {
      const request = { txid: textOf(txid), reason: textOf(reason) };
      const by = textOf(actor);
      const outcome = await adoptPayout({ ...place.payouts, secret: ctx.secret, actor: by }, request);
      await place.onDecision({ kind: 'adopt-payout', actor: by, ...request, outcome: outcome.kind });
      return presentAdoption(outcome);
    },
    'disregard-transaction': async ({ txid, reason, actor }) => {
      const request = { txid: textOf(txid), reason: textOf(reason) };
      const by = textOf(actor);
      await disregardTransaction({ ...ctx, actor: by }, request);
      await place.onDecision({ kind: 'disregard-transaction', actor: by, ...request });
      return { kind: 'done' };
    },
    backup: async ({ file }) => {
      // The pool's working directory is not the operator's.
      if (typeof file !== 'string' || !isAbsolute(file))
        throw new TypeError('a backup needs an absolute path');
      const { dataDirectory, version } = place;
      const written = await writeBackup(ctx, { file, dataDirectory, version });
      publishDomainEvent(undefined, { event: 'backup-written', file, rows: written.rows });
      return written;
    },
    // A backup of a shared database is made beside the pool, whose log has it all the same.
    'backup-was-written': async ({ file, rows }) => {
      if (typeof file !== 'string' || typeof rows !== 'number')
        throw new TypeError('a file and its rows are missing');
      publishDomainEvent(undefined, { event: 'backup-written', file, rows });
      return { kind: 'done' };
    },
  };
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500)
    throw new TypeError('a text of 1 to 500 characters is missing');
  return value.trim();
}

/** A comparison as it travels: amounts as decimal text in their coin. */
function presentComparison({ since, transactions, unknown }: Comparison) {
  return {
    since,
    transactions,
    unknown: unknown.map((each) => ({ ...each, amount: formatAmount(each.amount) })),
  };
}

function presentAdoption(outcome: AdoptOutcome) {
  if (outcome.kind === 'known') return { ...outcome, payout: outcome.payout.toString() };
  if (outcome.kind !== 'adopted') return outcome;
  return {
    ...outcome,
    payout: outcome.payout.toString(),
    fromPool: formatAmount(outcome.fromPool),
    held: outcome.held.map(String),
  };
}

/** Tells databases apart without telling where they are; an embedded one is its directory's, which the socket lies in. */
export function databaseMark(url: string | undefined): string {
  return url === undefined ? 'embedded' : createHash('sha256').update(url).digest('hex');
}

/**
 * The audit as it travels: without the numbers that only the next partial audit needs. With a wallet it is held against the database
 * as well; nothing is suspended by looking.
 */
export async function auditForOperator(ctx: Omit<Context, 'publisher'>, wallet?: Wallet) {
  const { at, findings: ofLedger, seen } = await auditLedger(ctx);
  const findings = [...ofLedger, ...(wallet === undefined ? [] : await checkSolvency(ctx, wallet))];
  const parked = await countParked(ctx);
  return { at, findings, parked, accounts: seen.accounts, entries: seen.lastEntry.toString() };
}
