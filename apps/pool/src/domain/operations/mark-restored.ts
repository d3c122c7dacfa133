import type { Database } from '../../runtime/database/database.ts';
import { endRestore } from './backup/unfinished-restore.ts';
import type { NumberedLine } from '../kernel/payout-journal.ts';
import { linesUnknown, storeFileLines } from '../payouts/check-journal.ts';
import { beginRestoredEpoch } from '../payouts/payout-epoch.ts';
import { everyNetwork, suspendPayouts } from '../payouts/suspensions.ts';

/**
 * Suspends every network of a restored database, whatever the journals say: it lacks what left since the backup, and possibly no
 * journal that has it is left. Journal lines that it does not know are stored for the comparison. Answers how many there are.
 */
export async function markRestored(
  db: Database,
  restored: {
    readonly epoch: string;
    /** Now, and of when the backup is, in ms. */
    readonly at: number;
    readonly backupAt: number;
    readonly lines: readonly NumberedLine[];
    /** What is wrong with the journals. */
    readonly faults: readonly string[];
  },
): Promise<number> {
  const { epoch, at, backupAt, lines, faults } = restored;
  return db.transaction(async (tx) => {
    await beginRestoredEpoch(tx, { id: epoch, at, backupAt });
    const unknown = await linesUnknown(tx, lines);
    await storeFileLines(tx, unknown);
    const detail = [
      `restored from the backup of ${new Date(backupAt).toISOString()}: what left since then is not in it`,
      ...(unknown.length === 0
        ? []
        : [`the journals have ${unknown.length} transactions that it does not know`]),
      ...faults,
      'compare with the wallets (payouts compare), adopt what is named, then lift this',
    ].join('; ');
    await suspendPayouts(tx, { network: everyNetwork, reason: 'restored', detail }, at);
    await endRestore(tx);
    return unknown.length;
  });
}
