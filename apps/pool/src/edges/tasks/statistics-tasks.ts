import type { Logger } from 'pino';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { readLuckAlarms } from '../../domain/views/read-luck.ts';
import { recordShareStatistics, type StatisticsLine } from '../../domain/shares/record-share-statistics.ts';
import { recordReports, type ReportLine } from '../../domain/workers/record-reports.ts';
import type { ScheduledTask } from './schedules.ts';

/** Records what the miners of this process say and do. */
export function minerStatisticsTasks(
  ctx: ServiceContext,
  statistics: { take(): readonly StatisticsLine[] },
  reported: { lines(now: number): readonly ReportLine[] },
): ScheduledTask[] {
  return [
    {
      name: 'record-share-statistics',
      pattern: '20 * * * * *',
      run: () => recordShareStatistics(ctx, statistics.take()),
    },
    {
      name: 'record-reported-hashrates',
      pattern: '40 * * * * *',
      run: () => recordReports(ctx, reported.lines(ctx.clock.now())),
    },
  ];
}

/** Names the miners whose shares chance does not explain. */
export function watchLuckTask(ctx: ServiceContext, log: Pick<Logger, 'warn'>): ScheduledTask {
  return {
    name: 'watch-luck',
    pattern: '25 0 * * * *',
    run: async () => {
      for (const { uuid, algorithm, alarm, days, ...luck } of await readLuckAlarms(ctx)) {
        const { creditPerHash, blockChance, relayedChance } = luck;
        const details = { miner: uuid, algorithm, alarm, days, creditPerHash, blockChance, relayedChance };
        log.warn(
          details,
          'chance does not explain the shares or blocks of a miner: see openlode miners alarms',
        );
      }
    },
  };
}
