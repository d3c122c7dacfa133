import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { algorithms, findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import { difficultyScale } from '@openlode/stratum/difficulty';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { openAdminSocket } from './admin/admin-socket.ts';
import { adminActions, adminSocketName } from './admin-actions.ts';
import { openBlockFile } from './chains/block-file.ts';
import { openSandboxChain, type SandboxChain } from './chains/sandbox-chain.ts';
import { openSimulatedChain, type SimulatedChain } from './chains/simulated-chain.ts';
import { ClosingOrder } from './closing-order.ts';
import type { Config } from './config.ts';
import { openNewsFeed } from './content/news-feed.ts';
import { openControlSocket } from './control/control-socket.ts';
import { type MovableClock, movableClock } from './control/movable-clock.ts';
import type { Database } from './db/database.ts';
import { lockDirectory } from './db/directory-lock.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { earningsPerDay } from './demo/economy.ts';
import { type Fleet, gatherFleet } from './demo/fleet.ts';
import { type FleetJob, fleetJob } from './demo/fleet-job.ts';
import { fleetBeginning, seedHistory } from './demo/seed-history.ts';
import { buildHttp } from './http/build-http.ts';
import { addressList } from './http/plugins/address-list.ts';
import { readBuiltSite } from './http/plugins/site.ts';
import { auditJob, clockJob, poolJobs } from './jobs/pool-jobs.ts';
import { type Schedules, startSchedules } from './jobs/schedules.ts';
import { createExtranonce1Pool } from './listeners/extranonce1-pool.ts';
import { createJobFeed } from './listeners/job-feed.ts';
import { portRules } from './listeners/port-rules.ts';
import { readLogin } from './listeners/read-login.ts';
import { type StratumListener, startStratumListener } from './listeners/stratum-listener.ts';
import { openWorkSpool } from './listeners/work-spool.ts';
import { createWorkTally, type WorkTally } from './listeners/work-tally.ts';
import { accountViews } from './live/account-views.ts';
import { openGateway } from './live/gateway.ts';
import { sampleRates } from './market/sample-rates.ts';
import { sampleYields } from './market/sample-yields.ts';
import { createPoolMetrics } from './metrics/pool-metrics.ts';
import type { AlgorithmDeployment, Deployment } from './present/deployment.ts';
import { presentAlgorithms } from './present/present-algorithm.ts';
import { sandboxRail } from './rails/sandbox-rail.ts';
import { readSecret } from './secret-file.ts';
import { createRecurringAudit } from './services/audit/recurring-audit.ts';
import type { ServiceContext } from './services/context.ts';
import { booksAreSound, readBooks } from './services/ledger/read-books.ts';
import { checkDatabase } from './services/pool/check-database.ts';
import { claimDatabase } from './services/pool/claim-database.ts';
import { type ClockWatch, createClockWatch } from './services/pool/clock-watch.ts';
import { countRounds } from './services/pool/count-rounds.ts';
import type { Clock } from './services/ports/clock.ts';
import { recordCandidate } from './services/rounds/record-candidate.ts';
import { simulatedChainName } from './services/rounds/simulated-chain-name.ts';
import { recordWork } from './services/work/record-work.ts';

/** Where the parts of the built pool lie. */
export interface PoolFiles {
  readonly databaseWorker: URL;
  readonly migrations: URL;
  readonly site: string;
  readonly news: URL;
}

export interface Pool {
  /** Where the site is, for the person who started it. */
  readonly url: string;
  /** Where miners go, by algorithm. */
  readonly servers: readonly { readonly algorithm: string; readonly address: string }[];
  /** Takes no more work, writes what is accepted into the books, and closes everything in order. */
  stop(): Promise<void>;
}

/** The algorithm whose proof of work the sandbox has a chain for. */
const minedAlgorithm = 'sha256';
/** About a second of hashing in JavaScript. */
const lightestShare = 2n ** 19n;
/** So that a lone CPU reaches the minimum of most coins within ten minutes: 0.0001 BTC. */
const blockReward = 10n ** 14n;

/** Opens every part of the pool in order and wires them; what was opened is closed again when a later part fails. */
export async function composePool(config: Config, files: PoolFiles, log: Logger): Promise<Pool> {
  const order = new ClosingOrder();
  const stop = (): Promise<void> =>
    order.closeAll((part, error) => log.error({ part, err: error }, 'a part could not be closed'));
  try {
    return { ...(await open(config, files, log, order)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  config: Config,
  files: PoolFiles,
  log: Logger,
  order: ClosingOrder,
): Promise<Omit<Pool, 'stop'>> {
  const clock = movableClock(Date.now);
  const metrics = createPoolMetrics();
  const exempt = addressList(config.limitExempt);

  const lock = lockDirectory(config.dataDirectory);
  order.add('directory lock', () => lock.release());
  const db = await openMigrated(config, files, clock, log, order);
  const chain = openMinedChain(config, clock, order);
  const rail = sandboxRail();
  const fleet = config.seed === undefined ? undefined : gatherFleet(config.seed, [minedAlgorithm]);
  const simulated = fleet === undefined ? [] : simulatedChains(fleet, clock);
  await claimDatabase({ db, clock }, 'sandbox', [chain, ...simulated, rail]);

  const onError = (error: unknown): void => log.error({ err: error }, 'a live event could not be sent');
  const gateway = openGateway({ version: manifest.version, views: accountViews({ db, clock }), onError });
  const ctx: ServiceContext = {
    db,
    clock,
    random: { uuid: randomUUID, bytes: randomBytes },
    rates: sampleRates(clock),
    publisher: gateway,
    secret: readSecret(join(config.dataDirectory, 'secret')),
  };

  // Before anybody can look or mine: health answers only once there is something to see.
  const fleetJobs = fleet === undefined ? [] : [await openFleet(ctx, fleet, simulated, log)];

  const deployment = deploymentOf(config, simulated);
  const site = readBuiltSite(files.site, {
    version: deployment.version,
    sandbox: deployment.sandbox,
    host: deployment.host,
    apiBase: deployment.apiBase,
    operator: deployment.operator,
    algorithms: presentAlgorithms(deployment),
  });
  const clocks = createClockWatch({ db }, Date.now);
  let listener: StratumListener | undefined;
  const news = await openNewsFeed(files.news, (error) =>
    log.error({ err: error }, 'the news could not be read'),
  );
  order.add('news', () => news.close());
  const http = await buildHttp({
    ctx,
    rail,
    yields: sampleYields,
    news,
    deployment,
    site,
    limitExempt: config.limitExempt,
    log,
    metrics: () => metrics.text(),
    suspended: () => suspensions(clocks),
    checks: [
      { name: 'database', run: () => checkDatabase(ctx) },
      {
        name: `stratum ${minedAlgorithm}`,
        run: () => {
          if (listener === undefined) throw new Error('not listening yet');
        },
      },
    ],
  });
  gateway.attach(http.server);
  order.add('http', () => http.close());
  order.add('live', () => gateway.close());

  await clocks.measure();
  const audit = createRecurringAudit(ctx, {
    onFindings: (findings) => log.error({ findings: findings.slice(0, 20) }, 'the books are not sound'),
  });
  const onReorg = (rounds: readonly bigint[]): void =>
    log.error({ rounds: rounds.map(String) }, 'credited blocks were lost, and the pool bore them');
  const jobs = startSchedules(
    [...poolJobs(ctx, [chain, ...simulated], onReorg), ...fleetJobs, auditJob(audit), clockJob(clocks)],
    (job, error) => log.error({ job, err: error }, 'a job failed'),
  );
  order.add('jobs', () => jobs.stop());
  const tally = await openTally(config.dataDirectory, ctx, log, order);
  listener = await listen(config, ctx, { chain, tally, jobs, metrics, log, exempt }, order);

  metrics.observe({
    sockets: () => gateway.sockets(),
    ledgerLagMs: () => clock.now() - (tally.oldestUnrecordedAt() ?? clock.now()),
    audit: () => {
      const [findings, finishedAt] = [audit.findings(), audit.finishedAt()];
      if (findings === undefined || finishedAt === undefined) return undefined;
      return { findings: findings.length, ageMs: clock.now() - finishedAt };
    },
    payoutSuspension: () => clocks.suspends(),
    clockSkewMs: () => clocks.skewMs(),
    counts: () => countRounds(ctx),
  });
  await openAdmin(config.dataDirectory, ctx, log, order);
  if (config.sandboxControl !== undefined)
    await openControl(config.sandboxControl, ctx, { clock, chain, jobs }, order);
  await http.listen({ host: config.bind, port: config.httpPort });
  return {
    url: `http://${config.host}:${config.httpPort}`,
    servers: [{ algorithm: minedAlgorithm, address: `stratum+tcp://${config.host}:${listener.port}` }],
  };
}

function suspensions(clocks: ClockWatch): string[] {
  const reason = clocks.suspends();
  return reason === undefined ? [] : [`payouts: ${reason}`];
}

async function openMigrated(
  config: Config,
  files: PoolFiles,
  clock: MovableClock,
  log: Logger,
  order: ClosingOrder,
): Promise<Database> {
  const db = await openDatabase({
    url: config.databaseUrl,
    directory: join(config.dataDirectory, 'database'),
    workerFile: files.databaseWorker,
  });
  order.add('database', () => db.close());
  const applied = await migrate(db, files.migrations, clock.now());
  log.info({ engine: db.engine, applied }, 'the database is open');
  return db;
}

function openMinedChain(config: Config, clock: MovableClock, order: ClosingOrder): SandboxChain {
  const chain = openSandboxChain({
    name: `sandbox-${minedAlgorithm}`,
    algorithm: minedAlgorithm,
    asset: findAlgorithm(minedAlgorithm)?.symbol ?? 'BTC',
    reward: blockReward,
    clock,
    file: openBlockFile(join(config.dataDirectory, `sandbox-${minedAlgorithm}.jsonl`)),
  });
  order.add('chain', () => chain.close());
  return chain;
}

function simulatedChains(fleet: Fleet, clock: Clock): SimulatedChain[] {
  return [...fleet.byAlgorithm.keys()].map((algorithm) =>
    openSimulatedChain({
      name: simulatedChainName(algorithm),
      algorithm,
      earnsPerDay: earningsPerDay(fleet, algorithm),
      clock,
    }),
  );
}

async function openFleet(
  ctx: ServiceContext,
  fleet: Fleet,
  chains: readonly SimulatedChain[],
  log: Logger,
): Promise<FleetJob> {
  const started = performance.now();
  const history = await seedHistory(ctx, fleet, {
    chains: (clock) => simulatedChains(fleet, clock),
    rates: sampleRates,
  });
  log.info({ history, ms: Math.round(performance.now() - started) }, 'the demo fleet is ready');
  return fleetJob(ctx, fleet, { beginning: await fleetBeginning(ctx), chains });
}

function deploymentOf(config: Config, simulated: readonly SimulatedChain[]): Deployment {
  return {
    version: manifest.version,
    sandbox: true,
    host: config.host,
    apiBase: '/api',
    operator: config.operator,
    servers: new Map<string, AlgorithmDeployment>([
      ...simulated.map(({ algorithm }): [string, AlgorithmDeployment] => [algorithm, { work: 'simulated' }]),
      [minedAlgorithm, { work: 'verified' }],
    ]),
    portOf: (algorithm) => standardPort(algorithm, config),
  };
}

function standardPort(algorithm: string, config: Config): number {
  return portPlan(algorithm, config.stratumBase)?.standard.tcp ?? config.stratumBase;
}

/** Work that the books cannot take waits on disk, a spool an algorithm, and is replayed when the pool starts again. */
async function openTally(
  dataDirectory: string,
  ctx: ServiceContext,
  log: Logger,
  order: ClosingOrder,
): Promise<WorkTally> {
  const spool = await openWorkSpool(join(dataDirectory, `work-spool-${minedAlgorithm}.jsonl`));
  order.add('spool', () => spool.close());
  if (spool.damaged() > 0) log.error({ lines: spool.damaged() }, 'lines of the work spool are damaged');
  const tally = createWorkTally({
    algorithm: minedAlgorithm,
    record: async (batch) => {
      await recordWork(ctx, batch);
    },
    newId: () => ctx.random.uuid(),
    log,
    spool,
  });
  order.add('tally', async () => {
    const lost = await tally.close();
    if (lost > 0) log.error({ shares: lost }, 'shares could not be recorded before the end');
  });
  return tally;
}

async function listen(
  config: Config,
  ctx: ServiceContext,
  parts: {
    readonly chain: SandboxChain;
    readonly tally: WorkTally;
    readonly jobs: Schedules;
    readonly metrics: ReturnType<typeof createPoolMetrics>;
    readonly log: Logger;
    readonly exempt: (address: string) => boolean;
  },
  order: ClosingOrder,
): Promise<StratumListener> {
  const { chain, tally, jobs, metrics, log, exempt } = parts;
  const algorithm = algorithms.find(({ code }) => code === minedAlgorithm);
  if (algorithm === undefined) throw new Error(`the catalogue has no ${minedAlgorithm}`);
  const feed = createJobFeed({ chain });
  order.add('job feed', () => feed.close());
  const listener = await startStratumListener({
    algorithm: algorithm.code,
    host: config.bind,
    port: standardPort(algorithm.code, config),
    rules: portRules(difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt), lightestShare),
    feed,
    tally,
    extranonces: createExtranonce1Pool(0),
    login: readLogin,
    foundBlock: async (candidate) => {
      await recordCandidate(ctx, candidate);
      // Durable now, so the miner is answered; the chain hears of it at once and not only at the next tick.
      void jobs.runAll();
    },
    clock: ctx.clock,
    log,
    limits: { exempt },
    metrics: {
      onShare: (result) => metrics.share(algorithm.code, result),
      onSession: (change) => metrics.session(algorithm.code, change),
    },
  });
  order.add('listener', () => listener.close());
  return listener;
}

/** Without it the pool runs as well; only the operator's commands have to wait until it is stopped. */
async function openAdmin(
  dataDirectory: string,
  ctx: ServiceContext,
  log: Logger,
  order: ClosingOrder,
): Promise<void> {
  const actions = adminActions(ctx, { dataDirectory, version: manifest.version });
  try {
    const admin = await openAdminSocket(join(dataDirectory, adminSocketName), actions);
    order.add('admin', () => admin.close());
  } catch (error) {
    log.warn({ err: error }, 'the operator’s commands cannot reach this pool');
  }
}

async function openControl(
  path: string,
  ctx: ServiceContext,
  parts: { readonly clock: MovableClock; readonly chain: SandboxChain; readonly jobs: Schedules },
  order: ClosingOrder,
): Promise<void> {
  const control = await openControlSocket(path, {
    advance: async (ms) => {
      parts.clock.advance(ms);
      await parts.jobs.runAll();
      return parts.clock.now();
    },
    easeBlock: (algorithm) => {
      if (algorithm !== parts.chain.algorithm) return false;
      parts.chain.easeNextBlock(lightestShare);
      return true;
    },
    books: async () => {
      const books = await readBooks(ctx);
      return { sound: booksAreSound(books), ...books };
    },
  });
  order.add('control', () => control.close());
}
