import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { noArrivals } from '../domain/kernel/arrivals.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { railView } from '../domain/kernel/rails.ts';
import { chainsOf, givingUpstreamsOf, minedChainsOf, type World } from '../domain/kernel/world.ts';
import { createRecurringAudit, type RecurringAudit } from '../domain/operations/audit/recurring-audit.ts';
import type { ClockWatch } from '../domain/payouts/clock-watch.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import type { CreditOutcome } from '../domain/rounds/credit-round.ts';
import { isToBeCompared } from '../domain/treasury/upstream-places/upstream-place.ts';
import { createFloatWatch, type FloatWatch } from '../domain/treasury/watch-floats.ts';
import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';
import { allRoles, type Role } from '../settings/role-settings.ts';
import type { ReportedHashrates } from '../edges/stratum/reported-hashrates.ts';
import type { ShareStatistics } from '../edges/stratum/share-statistics.ts';
import { type PayoutFailure, payoutTasks } from '../edges/tasks/payout-tasks.ts';
import { statementTasks } from '../edges/tasks/statement-tasks.ts';
import { relayedBlockTasks } from '../edges/tasks/relayed-block-tasks.ts';
import { placeTasks } from '../edges/tasks/place-tasks.ts';
import { sweepTasks } from '../edges/tasks/sweep-tasks.ts';
import {
  auditTasks,
  clockTask,
  compareRewardsTask,
  floatsTask,
  poolTasks,
  recoverBlocksTask,
  submitBlocks,
} from '../edges/tasks/pool-tasks.ts';
import {
  type ScheduledTask,
  type ScheduleReports,
  type Schedules,
  startSchedules,
} from '../edges/tasks/schedules.ts';
import { minerStatisticsTasks, watchLuckTask } from '../edges/tasks/statistics-tasks.ts';
import { tasksOfRoles } from './tasks-of-roles.ts';
import { createLanes, type Lanes } from '../runtime/lanes.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { SharedParts } from './shared-parts.ts';
import type { TaskWatch } from './watch-tasks.ts';

export interface TaskParts {
  /** Whose work this process does; that of all roles without it. */
  readonly roles?: ReadonlySet<Role>;
  readonly clocks: ClockWatch;
  /** Credits a round where it is not done in this thread. */
  readonly credit: (
    ctx: ServiceContext,
    order: ClosingOrder,
  ) => ((roundId: bigint) => Promise<CreditOutcome>) | undefined;
  /** Tasks of other parts, for example of the certificate. */
  readonly more: readonly ScheduledTask[];
}

export interface OpenedTasks {
  readonly schedules: Schedules;
  /** Undefined where another process makes it. */
  readonly audit: RecurringAudit | undefined;
  readonly floats: FloatWatch;
}

/** How long a task waits for the networks or chains that it has started, ms; one whose node is slow goes on beside the next run. */
const laneWaitMs = 5000;
/** Longer than any call to a node takes: what has not ended then does not end, and must not keep the process from ending. */
const closingWaitMs = 35_000;
/** The next block that is found waits for so long at most for those before it, ms. */
const blockLaneWaitMs = 200;

/** Starts everything that the pool does by itself. */
export function openTasks(
  parts: SharedParts,
  tasks: TaskParts,
  opened: {
    readonly ctx: ServiceContext;
    readonly payouts: PayoutContext | undefined;
    /** Tasks that were opened with other parts: of the demo, of the admission lists. */
    readonly scheduled: readonly ScheduledTask[];
    readonly statistics: ShareStatistics;
    readonly reported: ReportedHashrates;
    readonly metrics: PoolMetrics;
    readonly watch: TaskWatch;
    readonly unrecordedSince: () => number;
    readonly order: ClosingOrder;
  },
): OpenedTasks {
  const { log, world } = parts;
  const { ctx, payouts, statistics, reported, metrics, watch, unrecordedSince, order } = opened;
  const now = (): number => ctx.clock.now();
  const audit = createRecurringAudit(ctx, {
    wallet: world.wallet,
    onFindings: (findings) => log.error({ findings: findings.slice(0, 20) }, 'the ledger is not sound'),
  });
  const floats = createFloatWatch(world.floats ?? [], world.wallet);
  const roles = tasks.roles ?? new Set(allRoles);
  // A process that credits no rounds needs no thread for it.
  const credit = roles.has('tasks') ? tasks.credit(ctx, order) : undefined;
  const lanes = (kind: string, waitMs: number): Lanes =>
    createLanes({
      waitMs,
      onStart: (key) => watch.started(`${kind} ${key}`),
      onEnd: (key) => watch.succeeded(`${kind} ${key}`),
    });
  const networks = lanes('payouts of', laneWaitMs);
  const chainLanes = lanes('rounds of', laneWaitMs);
  const blockLanes = lanes('submission of', blockLaneWaitMs);
  // Closed after the schedules, and before what they use.
  order.add('networks', () => networks.ended(closingWaitMs));
  order.add('chains', () => chainLanes.ended(closingWaitMs));
  order.add('blocks', () => blockLanes.ended(closingWaitMs));
  const pool = poolTasks(ctx, chainsOf(world), reorgLogger(log), {
    unrecordedSince,
    clockProblem: () => tasks.clocks.suspends(),
    payoutBlockReason: payouts?.payoutBlockReason,
    pays: payouts === undefined ? () => false : railView(payouts.rails).pays,
    chainLanes,
    blockLanes,
    ...(credit === undefined ? {} : { credit }),
  });
  const schedules = startSchedules(
    tasksOfRoles(roles, {
      everywhere: [...opened.scheduled, clockTask(tasks.clocks), ...tasks.more],
      stratum: [
        // Who has found a block does not wait for another process to submit it.
        ...pool.filter(({ name }) => name === submitBlocks),
        ...minerStatisticsTasks(ctx, statistics, reported),
      ],
      tasks: [
        ...pool,
        watchLuckTask(ctx, log),
        recoverBlocksTask(ctx, minedChainsOf(world), (block) =>
          log.warn(block, 'a block that the restored database did not know was found again on its chain'),
        ),
        compareRewardsTask(ctx, chainsOf(world)),
        ...auditTasks(audit),
      ],
      treasury: [
        ...(payouts === undefined ? [] : moneyTasks(payouts, world, payoutFailures(log, metrics), networks)),
        ...(world.floats === undefined ? [] : [floatsTask(floats)]),
        ...statementsOf(ctx, { ...world, exchanges: payouts?.exchanges }, log),
        ...relayedBlocksOf(ctx, world, log),
      ],
      web: [],
    }),
    reportsOf(metrics, watch, now),
  );
  order.add('schedules', () => schedules.stop());
  return { schedules, audit: roles.has('tasks') ? audit : undefined, floats };
}

/** What other pools say of our accounts with them. */
function statementsOf(
  ctx: ServiceContext,
  {
    wallet,
    statements = [],
    exchanges,
  }: Pick<World, 'wallet' | 'statements'> & Pick<PayoutContext, 'exchanges'>,
  log: Logger,
): ScheduledTask[] {
  return statementTasks({ ...ctx, wallet, statements, exchanges }, (subject, err) =>
    log.warn({ subject, err }, 'what another pool says of our account could not be read or compared'),
  );
}

/** What became of blocks that are other pools'. */
function relayedBlocksOf(
  ctx: ServiceContext,
  { witnesses, upstreams = [] }: Pick<World, 'witnesses' | 'upstreams'>,
  log: Logger,
): ScheduledTask[] {
  return relayedBlockTasks(ctx, upstreams.length === 0 ? undefined : witnesses, {
    onMissing: (block) =>
      log.warn(
        block,
        'a block that another pool was sent in time is not in its chain: see openlode income blocks',
      ),
    onError: (coin, err) => log.warn({ coin, err }, 'nodes could not be asked for a block of another pool'),
  });
}

/** Between two readings of what an exchange has, ms. */
const readingsApartMs = 3000;

/** Money leaves by itself: payouts, and what an operator has had swept. */
function moneyTasks(
  payouts: PayoutContext,
  {
    wallet,
    followers,
    arrivals = noArrivals,
    sources,
    upstreams = [],
  }: Pick<World, 'wallet' | 'followers' | 'arrivals' | 'sources' | 'upstreams'>,
  onFailure: PayoutFailure,
  networks: Lanes,
): ScheduledTask[] {
  return [
    ...payoutTasks(payouts, onFailure, networks, followers),
    ...sweepTasks({ ...payouts, wallet }, onFailure),
    ...placeTasks(
      {
        ...payouts,
        wallet,
        arrivals,
        upstreams,
        paying: givingUpstreamsOf({ sources }).filter(isToBeCompared),
        pause: () => setTimeout(readingsApartMs, undefined, { ref: false }),
      },
      onFailure,
    ),
  ];
}

/** Where it is noted how a run of a task ended. */
function reportsOf(metrics: PoolMetrics, watch: TaskWatch, now: () => number): ScheduleReports {
  return {
    onStart: (task) => watch.started(task),
    onError: (task, error) => {
      metrics.taskEnded(task, 'failed', now());
      watch.failed(task, error);
    },
    onDone: (task) => {
      metrics.taskEnded(task, 'succeeded', now());
      watch.succeeded(task);
    },
  };
}

/** A block that was lost after it had been credited. */
function reorgLogger(log: Logger): (roundId: bigint) => void {
  return (roundId) =>
    log.error({ round: String(roundId) }, 'a credited block was orphaned; the pool wrote off its reward');
}

function payoutFailures(log: Logger, metrics: PoolMetrics): PayoutFailure {
  return (subject, error) => {
    metrics.payoutFailed();
    log.warn({ ...subject, err: error }, 'a payout step failed and is tried again');
  };
}
