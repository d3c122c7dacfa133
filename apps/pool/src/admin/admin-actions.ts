import { isAbsolute } from 'node:path';
import type { AdminActions } from './admin-socket.ts';
import { auditBooks } from '../services/audit/audit-books.ts';
import type { ServiceContext } from '../services/context.ts';
import { approveConversions } from '../services/rounds/approve-conversions.ts';
import type { Wallet } from '../services/ports/wallet.ts';
import { readHeldConversions } from '../services/rounds/held-conversions.ts';
import { checkSolvency } from '../services/treasury/guard-solvency.ts';
import { readTreasury } from '../services/treasury/read-treasury.ts';
import { countParked } from '../services/work/count-parked.ts';
import { writeBackup } from '../backup/write-backup.ts';

export const adminSocketName = 'admin.sock';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret'>;

/** What a running pool does for the operator: what needs its database, and nothing else. */
export function adminActions(
  ctx: Context,
  place: {
    readonly dataDirectory: string;
    readonly version: string;
    readonly wallet: Wallet;
    /** Hears of everything the operator decided. */
    readonly onDecision: (decision: Readonly<Record<string, unknown>>) => void;
  },
): AdminActions {
  return {
    audit: () => auditForOperator(ctx, place.wallet),
    treasury: () => readTreasury(ctx, place.wallet),
    'list-conversions': () => readHeldConversions(ctx),
    'approve-conversions': async ({ id, reason }) => {
      if (typeof id !== 'string' || typeof reason !== 'string')
        throw new TypeError('an approval needs an id and a reason');
      const outcome = await approveConversions(ctx, { id, reason });
      place.onDecision({ kind: 'approve-conversions', id, reason, outcome });
      return outcome;
    },
    backup: async ({ file }) => {
      // The pool's working directory is not the operator's.
      if (typeof file !== 'string' || !isAbsolute(file))
        throw new TypeError('a backup needs an absolute path');
      const { dataDirectory, version } = place;
      return writeBackup(ctx, { file, dataDirectory, version });
    },
  };
}

/**
 * The audit as it travels: without the numbers that only the next partial audit needs. With a wallet it is held against the books
 * as well; nothing is suspended by looking.
 */
export async function auditForOperator(ctx: Context, wallet?: Wallet) {
  const { at, findings: ofBooks, seen } = await auditBooks(ctx);
  const findings = [...ofBooks, ...(wallet === undefined ? [] : await checkSolvency(ctx, wallet))];
  const parked = await countParked(ctx);
  return { at, findings, parked, accounts: seen.accounts, entries: seen.lastEntry.toString() };
}
