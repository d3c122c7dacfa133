import type { ConnectedWorkers } from '../edges/stratum/connected-workers.ts';
import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { Admission } from './open-admission.ts';
import type { AdminParts } from './open-admin.ts';
import type { HttpParts } from './open-http.ts';
import type { LiveParts } from './open-live.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';
import type { StratumParts } from './mining-parts.ts';
import type { OpsParts } from './open-ops.ts';
import type { SharedParts } from './shared-parts.ts';
import type { TaskParts } from './open-tasks.ts';

/**
 * What a pool is built from. The process gives all of it; a suite or a bench gives what it is about. An edge (http, live, ops, tasks,
 * stratum, admin) is opened where parts are given for it.
 */
export interface PoolParts extends SharedParts {
  readonly metrics?: PoolMetrics;
  readonly connectedWorkers?: ConnectedWorkers;
  /** Without it nothing is paid. */
  readonly payouts?: (ctx: ServiceContext, order: ClosingOrder) => Promise<PayoutContext>;
  /** Without it everything is admitted and listed as the catalogue says. */
  readonly admission?: (ctx: ServiceContext) => Promise<Admission>;
  /** Fills a new database before the listeners open. */
  readonly begin?: (ctx: ServiceContext, payouts: PayoutContext) => Promise<void>;
  /** Machines of the demo that mine on the ports of this pool. */
  readonly rigs?: (ctx: ServiceContext, mined: MinedAlgorithms, order: ClosingOrder) => Promise<void>;
  readonly live?: LiveParts;
  readonly http?: HttpParts;
  readonly ops?: OpsParts;
  readonly tasks?: TaskParts;
  readonly stratum?: StratumParts;
  readonly admin?: AdminParts;
  /** The sandbox's own control; `runTasks` runs every task once. */
  readonly control?: (
    ctx: ServiceContext,
    runTasks: () => Promise<void>,
  ) => Promise<{ close(): Promise<void> }>;
}
