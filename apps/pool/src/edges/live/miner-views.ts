import { formatAmount } from '@openlode/money/amount';
import { presentEvent } from '../present/present-event.ts';
import { inPreUnit } from '../present/present-hashrate.ts';
import { presentPoolSummary } from '../present/present-pool.ts';
import { presentHashrates } from '../present/present-summary.ts';
import { minerIdOf, findMiner } from '../../domain/miners/find-miner.ts';
import { readBalance } from '../../domain/miners/read-balance.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { payableOf } from '../../domain/payouts/payable-of.ts';
import { readPoolTotals } from '../../domain/views/read-pool.ts';
import { readReceipts, receiptsOfEvent } from '../../domain/views/read-receipts.ts';
import { readSummary } from '../../domain/views/read-summary.ts';
import { readWorkers } from '../../domain/views/read-workers.ts';
import type { LiveViews } from './views.ts';

/** The live views of miners and of the pool, in the same words as the calls. */
export function minerViews(ctx: Pick<ServiceContext, 'db' | 'clock'>): LiveViews {
  return {
    exists: async (uuid) => (await findMiner(ctx, uuid)) !== undefined,
    event: async (uuid, { seq, at, body }) => {
      const miner = await findMiner(ctx, uuid);
      if (miner === undefined) return undefined;
      const rounds = body.type === 'reward' ? [BigInt(body.roundId)] : [];
      const all = [...(await readReceipts(ctx, miner.id, rounds)).values()].flat();
      const receipts = receiptsOfEvent(all, at);
      return presentEvent(miner, { seq, at, body, receipts });
    },
    balance: async (uuid) => {
      const miner = await findMiner(ctx, uuid);
      if (miner === undefined) return undefined;
      const { total } = await readBalance(ctx, miner);
      const payable = payableOf(miner, total)?.amount ?? 0n;
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
      const workers = await readWorkers(ctx, minerIdOf(uuid));
      return workers.map((worker) => ({
        u: uuid,
        al: worker.algorithm,
        n: worker.name,
        rh: inPreUnit(worker.algorithm, worker.reportedHashesPerSecond),
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
