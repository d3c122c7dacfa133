import { basename } from 'node:path';
import { serverName } from '@openlode/catalogue/server-name';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ClosingOrder } from './app/closing-order.ts';
import { type DrainLimits, drainPool } from './app/drain-pool.ts';
import { standardPort } from './app/deployment-of.ts';
import { type MinedAlgorithms, minedAlgorithms } from './app/mined-algorithms.ts';
import { connectedTasks } from './edges/tasks/connected-tasks.ts';
import { followPause } from './edges/tasks/pause-tasks.ts';
import { noMetrics } from './app/no-metrics.ts';
import { openAdmin } from './app/open-admin.ts';
import { connectedTo } from './app/connected-miners.ts';
import { givenWork } from './app/given-work.ts';
import { openHttp, type OpenedHttp } from './app/open-http.ts';
import { openLive } from './app/open-live.ts';
import { healthOf, observe, openOps } from './app/open-ops.ts';
import { openStratum } from './app/open-stratum.ts';
import { openTasks } from './app/open-tasks.ts';
import type { PoolFiles } from './app/pool-files.ts';
import type { PoolParts } from './app/pool-parts.ts';
import { processParts, type ProcessOutput } from './app/process-parts.ts';
import { statesTasks } from './app/upstream-states-here.ts';
import { watchTasks } from './app/watch-tasks.ts';
import type { Config } from './config.ts';
import type { ServiceContext } from './domain/kernel/context.ts';
import { kindOfWorld, minedChainsOf } from './domain/kernel/world.ts';
import type { PoolKind } from './domain/kernel/pool-kind.ts';
import { registerSearches } from './domain/rounds/block-searches.ts';
import type { Gateway } from './edges/live/gateway.ts';
import type { Relay } from './edges/live/relay.ts';
import type { OperatorPage } from './edges/operator/page/build-operator-page.ts';
import { createConnectedWorkers } from './edges/stratum/connected-workers.ts';
import { createReportedHashrates } from './edges/stratum/reported-hashrates.ts';
import { createShareStatistics } from './edges/stratum/share-statistics.ts';
import { submitBlocks } from './edges/tasks/pool-tasks.ts';
import type { DirectoryLock } from './runtime/database/directory-lock.ts';

/** A pool that is open: each edge that it was given parts for. Miners are served already; http, ops and the operator's page do not listen yet. */
export interface Pool {
  readonly kind: PoolKind;
  readonly ctx: ServiceContext;
  readonly mined: MinedAlgorithms;
  readonly http: OpenedHttp | undefined;
  readonly ops: FastifyInstance | undefined;
  readonly operatorPage: OperatorPage | undefined;
  readonly live: Gateway | undefined;
  readonly relay: Relay | undefined;
  /** Hands its miners over to other processes, where there are any; see `drainPool`. */
  drain(limits: DrainLimits): Promise<void>;
  /** Takes no more work, writes what is accepted into the database, and closes everything in order. */
  stop(): Promise<void>;
}

/**
 * The one composition root: builds a pool from its parts, for the process, the suites and the benches. `gather` opens the parts and adds
 * to the order what has to be closed. What was opened is closed again when a later part fails, the first of all last.
 */
export async function openPool(
  log: Pick<Logger, 'error'>,
  gather: (order: ClosingOrder) => PoolParts | Promise<PoolParts>,
): Promise<Pool> {
  const order = new ClosingOrder();
  const stop = (): Promise<void> =>
    order.closeAll((part, error) => log.error({ part, err: error }, 'a part could not be closed'));
  try {
    const parts = await gather(order);
    const pool = await compose(parts, order);
    return { ...pool, drain: (limits) => drainPool({ ...pool, log: parts.log }, limits), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function compose(parts: PoolParts, order: ClosingOrder): Promise<Omit<Pool, 'drain' | 'stop'>> {
  const { log, world, foundation } = parts;
  const metrics = parts.metrics ?? noMetrics;
  const live = await openLive(parts, parts.live);
  const { gateway, relay } = live;
  const ctx: ServiceContext = { ...foundation, publisher: live.publisher };
  const payouts = await parts.payouts?.(ctx, order);
  // Before the listeners open: health answers only once the history is there.
  if (payouts !== undefined) await parts.begin?.(ctx, payouts);
  const admission = await parts.admission?.(ctx);
  const connectedWorkers = parts.connectedWorkers ?? createConnectedWorkers();
  const statistics = createShareStatistics();
  const reported = createReportedHashrates();
  const watch = watchTasks(log, () => ctx.clock.now());
  const sources = parts.stratum === undefined ? [] : world.sources;
  const mined = minedAlgorithms(
    sources.map(({ chain }) => chain.algorithm),
    ctx,
  );
  const payoutBlockReason = (): string | undefined => payouts?.payoutBlockReason();
  const observed = { ctx, payoutBlockReason, live, mined, metrics };
  // After the demo's history, whose events are not published.
  const health = parts.ops && healthOf(parts, parts.ops, { ...observed, watch });
  const ops = health && (await openOps(parts, health, { ctx, metrics, order }));
  const http =
    parts.http && (await openHttp(parts, parts.http, { ctx, payouts, admission, connectedWorkers, metrics }));
  order.add('http', () => http?.close());
  if (http !== undefined) gateway?.attach(http.server, parts.live?.judge ?? http.judgeUpgrade);
  order.add('live', () => gateway?.close());
  relay?.connect();
  order.add('relay', () => relay?.close());
  const connected = connectedTo(ctx, basename(parts.admin?.dataDirectory ?? ''), parts.stratum?.gate, mined);
  await followPause(ctx, connected);
  const admitting = admission === undefined ? [] : [admission.task];
  const scheduled = [...admitting, ...connectedTasks(ctx, connected), ...statesTasks(ctx, mined, world)];
  const unrecordedSince = (): number => mined.unrecordedSince();
  if (parts.tasks !== undefined)
    await registerSearches(
      ctx.db,
      minedChainsOf(world).map(({ name }) => name),
    );
  const tasks =
    parts.tasks &&
    openTasks(parts, parts.tasks, {
      ctx,
      payouts,
      scheduled,
      statistics,
      reported,
      metrics,
      watch,
      unrecordedSince,
      order,
    });
  const onBlock = (): void => void tasks?.schedules.run(submitBlocks);
  if (parts.stratum !== undefined) {
    const opened = { ctx, admission, metrics, statistics, reported, connectedWorkers, mined, order, onBlock };
    await openStratum(parts, parts.stratum, opened);
    await parts.rigs?.(ctx, mined, order);
  }
  const watched = { http, audit: tasks?.audit, floats: tasks?.floats, relayed: world };
  if (parts.ops !== undefined && health !== undefined)
    observe(parts.ops, { ...observed, ...watched, health });
  const operatorPage =
    parts.admin &&
    payouts &&
    (await openAdmin(parts.admin, ctx, {
      payouts,
      world,
      ...givenWork(ctx, world, mined),
      connected,
      log,
      order,
      admission,
      health,
    }));
  const control = await parts.control?.(ctx, async () => tasks?.schedules.runAll());
  order.add('control', () => control?.close());
  return { kind: kindOfWorld(world), ctx, mined, http, ops, operatorPage, live: gateway, relay };
}

/** What the process says once it is open. */
export interface RunningPool extends Pick<Pool, 'kind' | 'drain' | 'stop'> {
  /** Where the site is, for the person who started it; undefined where another process serves it. */
  readonly url: string | undefined;
  /** Where miners go, by algorithm. */
  readonly servers: readonly { readonly algorithm: string; readonly address: string }[];
}

/** The whole pool of a process, listening; the lock of the data directory is given back last of all. */
export async function startPool(
  config: Config,
  lock: DirectoryLock,
  files: PoolFiles,
  output: ProcessOutput,
): Promise<RunningPool> {
  const pool = await openPool(output.log, (order) => {
    order.add('directory lock', () => lock.release());
    return processParts(config, files, output, order);
  });
  try {
    await pool.http?.listen({ host: config.httpBind, port: config.httpPort });
    if (config.operatorPage !== undefined)
      await pool.operatorPage?.listen({ host: config.operatorPage.bind, port: config.operatorPage.port });
    // Last of all: who asks whether the pool is ready may use it at once.
    await pool.ops?.listen({ host: config.opsBind, port: config.opsPort, exclusive: true });
  } catch (error) {
    await pool.stop();
    throw error;
  }
  return {
    kind: pool.kind,
    drain: (limits) => pool.drain(limits),
    stop: () => pool.stop(),
    url:
      pool.http === undefined ? undefined : (config.publicUrl ?? `http://${config.host}:${config.httpPort}`),
    servers: pool.mined.awaited.map((algorithm) => ({
      algorithm,
      address: `stratum+tcp://${serverName(config.miningHost, algorithm)}:${standardPort(algorithm, config)}`,
    })),
  };
}
