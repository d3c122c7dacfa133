import { formatAmount } from '@openlode/money/amount';
import { presentEvent } from '../present/present-event.ts';
import { inPreUnit } from '../present/present-hashrate.ts';
import { presentPoolSummary } from '../present/present-pool.ts';
import { presentHashrates } from '../present/present-summary.ts';
import { accountIdOf, findAccount } from '../../domain/accounts/find-account.ts';
import { readBalance } from '../../domain/accounts/read-balance.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { payableOf } from '../../domain/payouts/payable-of.ts';
import { readPoolTotals } from '../../domain/views/read-pool.ts';
import { readReceipts, receiptsOfEvent } from '../../domain/views/read-receipts.ts';
import { readSummary } from '../../domain/views/read-summary.ts';
import { readWorkers } from '../../domain/views/read-workers.ts';
import type { LiveViews } from './views.ts';

/** The live views of accounts and of the pool, in the same words as the calls. */
export function accountViews(ctx: Pick<ServiceContext, 'db' | 'clock'>): LiveViews {
  return {
    exists: async (uuid) => (await findAccount(ctx, uuid)) !== undefined,
    event: async (uuid, { seq, at, body }) => {
      const account = await findAccount(ctx, uuid);
      if (account === undefined) return undefined;
      const rounds = body.type === 'reward' ? [BigInt(body.roundId)] : [];
      const all = [...(await readReceipts(ctx, account.id, rounds)).values()].flat();
      const receipts = receiptsOfEvent(all, at);
      return presentEvent(account, { seq, at, body, receipts });
    },
    balance: async (uuid) => {
      const account = await findAccount(ctx, uuid);
      if (account === undefined) return undefined;
      const { total } = await readBalance(ctx, account);
      const payable = payableOf(account, total)?.amount ?? 0n;
      return { uuid, b: formatAmount(total), pb: formatAmount(payable) };
    },
    summary: async (uuid) => {
      const summary = await readSummary(ctx, uuid);
      if (summary === undefined) return undefined;
      return {
        u: uuid,
        a: summary.hashesPerSecond.size,
        w: summary.workersOnline,
        h: presentHashrates(summary.hashesPerSecond),
        t: summary.at,
      };
    },
    workers: async (uuid) => {
      const workers = await readWorkers(ctx, accountIdOf(uuid));
      return workers.map((worker) => ({
        u: uuid,
        al: worker.algorithm,
        n: worker.name,
        // Programs of this dialect report no hashrate of their own.
        rh: 0,
        ch: inPreUnit(worker.algorithm, worker.hashesPerSecond),
        b: worker.lastShareAt,
        o: worker.online,
      }));
    },
    totals: async () => {
      const totals = presentPoolSummary(await readPoolTotals(ctx));
      return {
        workers: totals.past_24hr_workers,
        miners: totals.past_24hr_miners,
        paid: totals.total_paid_btc,
      };
    },
  };
}
