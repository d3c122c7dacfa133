import { algorithms } from '@openlode/catalogue/algorithms';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import { announceWriteOffs, withdrawNotices } from '../../domain/retention/announce-write-offs.ts';
import { countPayableHours } from '../../domain/retention/count-payable-hours.ts';
import { clearBatches } from '../../domain/retention/clear-batches.ts';
import { clearEvents } from '../../domain/retention/clear-events.ts';
import { clearMinutes } from '../../domain/retention/clear-minutes.ts';
import { clearSources } from '../../domain/retention/clear-sources.ts';
import {
  algorithmsWithOldSlices,
  clearPaidSlices,
  clearSlices,
} from '../../domain/retention/clear-slices.ts';
import { clearTenMinutes } from '../../domain/retention/clear-ten-minutes.ts';
import { clearWorkers } from '../../domain/retention/clear-workers.ts';
import { closeOldRounds } from '../../domain/operations/closing/close-old-rounds.ts';
import type { Payability } from '../../domain/payouts/payable-pairs.ts';
import { rowsPerTransaction } from '../../domain/policy/retention-rules.ts';
import { rewardsSimulatedWork } from '../../domain/rounds/simulated-chain-name.ts';
import { writeOffIdle } from '../../domain/retention/write-off-idle.ts';
import { networkWorkOf } from './network-work.ts';
import type { ScheduledTask } from './schedules.ts';

/** The most transactions of one run; the next run continues. */
const transactionsPerRun = 1000;

/**
 * What the pool forgets by itself. `unrecordedSince` is when the oldest work came in that is not in the database, in ms.
 */
export function retentionTasks(
  ctx: ServiceContext,
  chains: readonly Chain[],
  options: {
    readonly unrecordedSince?: (() => number) | undefined;
    /** Why this process does not trust its clock; undefined while it does. */
    readonly clockProblem?: (() => string | undefined) | undefined;
  } & Payability = {},
): ScheduledTask[] {
  const { unrecordedSince = () => Number.POSITIVE_INFINITY, clockProblem, payoutBlockReason, pays } = options;
  const idle = { ...ctx, payoutBlockReason, pays };
  return [
    {
      name: 'clear-series',
      pattern: '30 * * * * *',
      run: async () => {
        await untilNothingIsLeft(() => clearBatches(ctx, rowsPerTransaction, unrecordedSince()));
        for (const clear of [clearMinutes, clearTenMinutes, clearEvents, clearSources]) {
          await untilNothingIsLeft(() => clear(ctx));
        }
      },
    },
    {
      name: 'clear-slices',
      pattern: '40 */10 * * * *',
      run: async () => {
        const withOld = await algorithmsWithOldSlices(ctx);
        for (const { code: algorithm } of algorithms) {
          if (!withOld.has(algorithm)) continue;
          const own = chains.filter((chain) => chain.algorithm === algorithm);
          const network = networkWorkOf(own);
          const simulated = own.length > 0 && own.every(({ name }) => rewardsSimulatedWork(name));
          await untilNothingIsLeft(() => clearSlices(ctx, { algorithm, ...network, simulated }));
        }
        await untilNothingIsLeft(() => clearPaidSlices(ctx));
        await untilNothingIsLeft(() => clearWorkers(ctx));
      },
    },
    {
      name: 'close-rounds',
      pattern: '20 1-59/5 * * * *',
      run: async (ending) => {
        await closeOldRounds(ctx, { clockProblem, ending });
      },
    },
    {
      name: 'write-off-idle',
      pattern: '50 17 * * * *',
      run: async () => {
        await withdrawNotices(idle);
        await countPayableHours(idle);
        await untilNothingIsLeft(() => writeOffIdle(idle));
        await untilNothingIsLeft(() => announceWriteOffs(idle));
      },
    },
  ];
}

async function untilNothingIsLeft(clear: () => Promise<number>): Promise<void> {
  for (let transaction = 0; transaction < transactionsPerRun; transaction += 1) {
    if ((await clear()) === 0) return;
  }
}
