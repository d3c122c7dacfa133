import { isAbsolute } from 'node:path';
import type { AdminActions } from './admin-socket.ts';
import { auditBooks } from '../services/audit/audit-books.ts';
import type { ServiceContext } from '../services/context.ts';
import { approveConversions } from '../services/rounds/approve-conversions.ts';
import { readHeldConversions } from '../services/rounds/held-conversions.ts';
import { readTreasury } from '../services/treasury/read-treasury.ts';
import { writeBackup } from '../backup/write-backup.ts';

export const adminSocketName = 'admin.sock';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret'>;

/** What a running pool does for the operator: what needs its database, and nothing else. */
export function adminActions(
  ctx: Context,
  place: {
    readonly dataDirectory: string;
    readonly version: string;
    /** Hears of everything the operator decided. */
    readonly onDecision: (decision: Readonly<Record<string, unknown>>) => void;
  },
): AdminActions {
  return {
    audit: () => auditForOperator(ctx),
    treasury: () => readTreasury(ctx),
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

/** The audit as it travels: without the numbers that only the next partial audit needs. */
export async function auditForOperator(ctx: Context) {
  const { at, findings, seen } = await auditBooks(ctx);
  return { at, findings, accounts: seen.accounts, entries: seen.lastEntry.toString() };
}
