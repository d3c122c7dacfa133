import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { portPlan } from '@openlode/catalogue/port-plan';
import { sampleFiatPerUsd } from '@openlode/catalogue/sample-fiat';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { openAdminSocket } from './admin/admin-socket.ts';
import { adminActions, adminSocketName, databaseMark } from './admin/admin-actions.ts';
import type { SandboxChain } from './chains/sandbox-chain.ts';
import { openSimulatedChain, type SimulatedChain } from './chains/simulated-chain.ts';
import { chooseRates, openRail } from './compose/choose-sources.ts';
import { ClosingOrder } from './compose/closing-order.ts';
import type { Config } from './config.ts';
import { openNewsFeed } from './content/news-feed.ts';
import { readReleases } from './content/read-releases.ts';
import { openSupportCentre } from './content/support-centre.ts';
import { openControlSocket } from './control/control-socket.ts';
import { type MovableClock, movableClock } from './control/movable-clock.ts';
import { type WithheldRates, withheldRates } from './control/withheld-rates.ts';
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
import { payoutJobs } from './jobs/payout-jobs.ts';
import { auditJob, clockJob, poolJobs } from './jobs/pool-jobs.ts';
import { type Job, type Schedules, startSchedules } from './jobs/schedules.ts';
import { createAccountCrowd } from './listeners/account-crowd.ts';
import { keepInstance } from './compose/keep-instance.ts';
import { createExtranonce1Pool, type Extranonce1Pool } from './listeners/extranonce1-pool.ts';
import { miningKeyLogins } from './listeners/mining-key-logins.ts';
import { readLogin } from './listeners/read-login.ts';
import { createRefusalNotes, type RefusalNotes } from './listeners/refusal-notes.ts';
import { createSourceGate } from './listeners/source-gate.ts';
import { readTlsCertificate } from './listeners/tls-certificate.ts';
import type { WorkTally } from './listeners/work-tally.ts';
import { accountViews } from './live/account-views.ts';
import { openGateway } from './live/gateway.ts';
import { sampleYields } from './market/sample-yields.ts';
import { createPoolMetrics } from './metrics/pool-metrics.ts';
import { type MiningParts, mineAlgorithm, openMinedChain, portsOf } from './compose/mine-algorithm.ts';
import { minedAlgorithms } from './compose/mined-algorithms.ts';
import type { AlgorithmDeployment, Deployment } from './present/deployment.ts';
import { presentRegions } from './present/present-regions.ts';
import { presentAlgorithms } from './present/present-algorithm.ts';
import { presentPorts } from './present/present-ports.ts';
import { openPayouts } from './compose/open-payouts.ts';
import { readSecret } from './compose/secret-file.ts';
import { type ExchangeFlag, readExchangeFlags } from './services/accounts/exchange-addresses.ts';
import { findAccountByKey } from './services/accounts/mining-key.ts';
import { recordRefusedLogin } from './services/accounts/refused-logins.ts';
import { readRestricted } from './services/accounts/restricted-accounts.ts';
import { createRecurringAudit } from './services/audit/recurring-audit.ts';
import type { ServiceContext } from './services/context.ts';
import type { PayoutContext } from './services/payouts/payout-context.ts';
import { listDelisted } from './services/desk/delist-coin.ts';
import { booksAreSound, readBooks } from './services/ledger/read-books.ts';
import { refuseBrokenChain } from './services/ledger/refuse-broken-chain.ts';
import { noticeMiner } from './services/owners/challenges.ts';
import { provableSources } from './services/owners/provable-source.ts';
import { sourceKey } from './services/owners/source-key.ts';
import { countOpenPayouts } from './services/payouts/count-payouts.ts';
import { everyNetwork, readSuspensions } from './services/payouts/suspensions.ts';
import { checkDatabase } from './services/pool/check-database.ts';
import { claimDatabase } from './services/pool/claim-database.ts';
import { type ClockWatch, createClockWatch } from './services/pool/clock-watch.ts';
import { countRounds } from './services/pool/count-rounds.ts';
import type { Clock } from './services/ports/clock.ts';
import type { Wallet } from './services/ports/wallet.ts';
import { recordCandidate } from './services/rounds/record-candidate.ts';
import { recordedBlocks } from './services/rounds/recorded-blocks.ts';
import { simulatedChainName } from './services/rounds/simulated-chain-name.ts';
import { readReceived } from './services/treasury/read-received.ts';
import { countParked } from './services/work/count-parked.ts';
import { recordBatches } from './services/work/record-work.ts';

/** Where the parts of the built pool lie. */
export interface PoolFiles {
  readonly databaseWorker: URL;
  readonly preparedDatabase: URL;
  readonly migrations: URL;
  readonly site: string;
  readonly news: URL;
  readonly support: URL;
  readonly releases: URL;
}

export interface Pool {
  /** Where the site is, for the person who started it. */
  readonly url: string;
  /** Where miners go, by algorithm. */
  readonly servers: readonly { readonly algorithm: string; readonly address: string }[];
  /** Takes no more work, writes what is accepted into the books, and closes everything in order. */
  stop(): Promise<void>;
}

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
  await refuseBrokenChain({ db });
  const chains = new Map(
    minedAlgorithms.map((mined) => [
      mined.code,
      openMinedChain(mined, { clock, dataDirectory: config.dataDirectory, order }),
    ]),
  );
  const random = { uuid: randomUUID, bytes: randomBytes };
  const rail = openRail(config, { clock, random, received: () => readReceived({ db }) });
  order.add('rail', () => rail.close());
  const fleet =
    config.seed === undefined
      ? undefined
      : gatherFleet(
          config.seed,
          minedAlgorithms.map(({ code }) => code),
        );
  const simulated = fleet === undefined ? [] : simulatedChains(fleet, clock);
  const rates = withheldRates(chooseRates(config, clock));
  await claimDatabase({ db, clock }, 'sandbox', [...chains.values(), ...simulated, rail, rates]);

  const onError = (error: unknown): void => log.error({ err: error }, 'a live event could not be sent');
  const gateway = openGateway({ version: manifest.version, views: accountViews({ db, clock }), onError });
  const ctx: ServiceContext = {
    db,
    clock,
    random,
    rates,
    conversionCaps: config.conversionCaps,
    publisher: gateway,
    secret: readSecret(join(config.dataDirectory, 'secret')),
  };

  const clocks = createClockWatch({ db }, Date.now);
  await clocks.measure();
  const payouts = await openPayouts(config, ctx, { rail, doubt: () => clocks.suspends(), log, order });
  // Before anybody can look or mine: health answers only once there is something to see.
  const payPast = (past: ServiceContext): PayoutContext => ({
    ...payouts,
    ...past,
    rail: rail.at(past.clock),
  });
  const fleetJobs =
    fleet === undefined ? [] : [await openFleet(config, ctx, fleet, { simulated, payPast }, log)];

  const deployment = deploymentOf(config, simulated);
  const site = readBuiltSite(files.site, {
    version: deployment.version,
    sandbox: deployment.sandbox,
    host: deployment.host,
    apiBase: deployment.apiBase,
    operator: deployment.operator,
    algorithms: presentAlgorithms(deployment),
    regions: presentRegions(deployment),
  });
  const tallies = new Map<string, WorkTally>();
  const news = await openNewsFeed(files.news, (error) =>
    log.error({ err: error }, 'the news could not be read'),
  );
  order.add('news', () => news.close());
  const support = await openSupportCentre(files.support, deployment, (error) =>
    log.error({ err: error }, 'the support articles could not be read'),
  );
  order.add('support', () => support.close());
  const releases = await readReleases(files.releases);
  const door = await openDoor(ctx, config.exchangeAddresses);
  const http = await buildHttp({
    ctx,
    rail,
    delisted: () => door.delisted,
    isExchange: (coin, address) => door.isExchange(coin, address),
    payouts,
    trustedProxies: config.trustedProxies,
    yields: sampleYields,
    fiatPerUsd: sampleFiatPerUsd,
    news,
    support,
    releases: { items: () => releases },
    deployment,
    site,
    publicUrl: config.publicUrl,
    limitExempt: config.limitExempt,
    log,
    metrics: () => metrics.text(),
    suspended: () => heldBack(ctx, clocks),
    checks: [
      { name: 'database', run: () => checkDatabase(ctx) },
      ...minedAlgorithms.map(({ code }) => ({
        name: `stratum ${code}`,
        run: () => {
          if (!tallies.has(code)) throw new Error('not listening yet');
        },
      })),
    ],
  });
  gateway.attach(http.server);
  order.add('http', () => http.close());
  order.add('live', () => gateway.close());

  const audit = createRecurringAudit(ctx, {
    wallet: rail,
    onFindings: (findings) => log.error({ findings: findings.slice(0, 20) }, 'the books are not sound'),
  });
  const onReorg = (rounds: readonly bigint[]): void =>
    log.error({ rounds: rounds.map(String) }, 'credited blocks were lost, and the pool bore them');
  // Nothing is known of what waits on disk before every spool is open.
  const unrecordedSince = (): number => {
    const awaited = minedAlgorithms.filter(({ code }) => chains.has(code));
    if (tallies.size < awaited.length) return 0;
    return Math.min(...[...tallies.values()].map((tally) => tally.oldestUnrecordedAt() ?? clock.now()));
  };
  const ownJobs = poolJobs(ctx, [...chains.values(), ...simulated], onReorg, unrecordedSince);
  const jobs = startSchedules(
    [
      ...ownJobs,
      ...fleetJobs,
      ...payoutJobs(payouts, (subject, error) => {
        metrics.payoutFailed();
        log.warn({ ...subject, err: error }, 'a payout could not be taken further now');
      }),
      auditJob(audit),
      clockJob(clocks),
      door.job,
    ],
    (job, error) => log.error({ job, err: error }, 'a job failed'),
  );
  order.add('jobs', () => jobs.stop());
  const mining = await openMining(config, ctx, { door, jobs, metrics, log, exempt, order });
  for (const mined of minedAlgorithms) {
    const chain = chains.get(mined.code);
    if (chain !== undefined) tallies.set(mined.code, await mineAlgorithm(mined, chain, mining));
  }

  metrics.observe({
    sockets: () => gateway.sockets(),
    ledgerLagMs: () => {
      const waiting = [...tallies.values()].map((tally) => tally.oldestUnrecordedAt() ?? clock.now());
      return clock.now() - Math.min(...waiting);
    },
    audit: () => {
      const [findings, finishedAt] = [audit.findings(), audit.finishedAt()];
      if (findings === undefined || finishedAt === undefined) return undefined;
      return { findings: findings.length, ageMs: clock.now() - finishedAt };
    },
    payoutSuspensions: () => suspendedNetworks(ctx, clocks),
    clockSkewMs: () => clocks.skewMs(),
    openPayouts: () => countOpenPayouts(ctx),
    parked: () => countParked(ctx),
    counts: () => countRounds(ctx),
  });
  await openAdmin(config, ctx, { wallet: rail, log, order, door });
  if (config.sandboxControl !== undefined)
    await openControl(config.sandboxControl, ctx, { clock, chains, jobs, rates }, order);
  await http.listen({ host: config.bind, port: config.httpPort });
  return {
    url: `http://${config.host}:${config.httpPort}`,
    servers: minedAlgorithms.map(({ code }) => ({
      algorithm: code,
      address: `stratum+tcp://${config.host}:${standardPort(code, config)}`,
    })),
  };
}

/** What waits for an operator or for a clock, in words for whoever watches the pool. */
async function heldBack(ctx: ServiceContext, clocks: ClockWatch): Promise<string[]> {
  const networks = await suspendedNetworks(ctx, clocks);
  const { batches } = await countParked(ctx);
  return [
    ...networks.map(({ network, reason }) =>
      network === everyNetwork ? `payouts: ${reason}` : `payouts of ${network}: ${reason}`,
    ),
    ...(batches === 0 ? [] : [`work: ${batches} batches parked`]),
  ];
}

/** Where payouts are held back now and why: this process's own doubt, and what the database says of networks. */
async function suspendedNetworks(
  ctx: Pick<ServiceContext, 'db'>,
  clocks: ClockWatch,
): Promise<{ readonly network: string; readonly reason: string }[]> {
  const own = clocks.suspends();
  const networks = await readSuspensions(ctx.db);
  return [...(own === undefined ? [] : [{ network: everyNetwork, reason: own }]), ...networks];
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
    prepared: files.preparedDatabase,
  });
  order.add('database', () => db.close());
  const applied = await migrate(db, files.migrations, clock.now());
  log.info({ engine: db.engine, applied }, 'the database is open');
  return db;
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
  config: Config,
  ctx: ServiceContext,
  fleet: Fleet,
  parts: {
    readonly simulated: readonly SimulatedChain[];
    readonly payPast: (past: ServiceContext) => PayoutContext;
  },
  log: Logger,
): Promise<FleetJob> {
  const started = performance.now();
  const history = await seedHistory(ctx, fleet, {
    chains: (clock) => simulatedChains(fleet, clock),
    rates: (clock) => chooseRates(config, clock),
    payouts: parts.payPast,
  });
  log.info({ history, ms: Math.round(performance.now() - started) }, 'the demo fleet is ready');
  return fleetJob(ctx, fleet, { beginning: await fleetBeginning(ctx), chains: parts.simulated });
}

function deploymentOf(config: Config, simulated: readonly SimulatedChain[]): Deployment {
  return {
    version: manifest.version,
    sandbox: true,
    host: config.host,
    apiBase: '/api',
    operator: config.operator,
    regions: config.regions,
    servers: new Map<string, AlgorithmDeployment>([
      ...simulated.map(({ algorithm }): [string, AlgorithmDeployment] => [algorithm, { work: 'simulated' }]),
      ...minedAlgorithms.map((mined): [string, AlgorithmDeployment] => [
        mined.code,
        { work: 'verified', ports: presentPorts(portsOf(mined, config.stratumBase)) },
      ]),
    ]),
    portOf: (algorithm) => standardPort(algorithm, config),
  };
}

function standardPort(algorithm: string, config: Config): number {
  return portPlan(algorithm, config.stratumBase)?.standard.tcp ?? config.stratumBase;
}

/** What the door of every port knows of accounts and coins, brought up to date by a job. */
interface Door {
  readonly restricted: ReadonlySet<string>;
  readonly isExchange: (coin: string, address: string) => boolean;
  /** Symbols of the coins that the operator has delisted. */
  readonly delisted: ReadonlySet<string>;
  readonly notes: RefusalNotes;
  readonly job: Job;
  /** Looks again now: the operator has decided something. */
  refresh(): Promise<void>;
}

async function openDoor(ctx: ServiceContext, configured: readonly ExchangeFlag[]): Promise<Door> {
  const notes = createRefusalNotes((refused) => recordRefusedLogin(ctx, refused));
  const readExchanges = async (): Promise<ReadonlySet<string>> =>
    new Set(
      [...configured, ...(await readExchangeFlags(ctx))].map(({ coin, address }) => `${coin}:${address}`),
    );
  const readDelisted = async (): Promise<ReadonlySet<string>> =>
    new Set((await listDelisted(ctx)).map(({ coin }) => coin));
  let exchanges = await readExchanges();
  const door = {
    restricted: await readRestricted(ctx),
    delisted: await readDelisted(),
    isExchange: (coin: string, address: string) => exchanges.has(`${coin}:${address}`),
    notes,
    refresh: async () => {
      door.restricted = await readRestricted(ctx);
      door.delisted = await readDelisted();
      exchanges = await readExchanges();
    },
    job: {
      name: 'keep-the-door',
      pattern: '*/10 * * * * *',
      run: async () => {
        await door.refresh();
        await notes.write();
      },
    },
  };
  return door;
}

async function openMining(
  config: Config,
  ctx: ServiceContext,
  parts: {
    readonly door: Door;
    readonly jobs: Schedules;
    readonly metrics: ReturnType<typeof createPoolMetrics>;
    readonly log: Logger;
    readonly exempt: (address: string) => boolean;
    readonly order: ClosingOrder;
  },
): Promise<MiningParts> {
  const { clock } = ctx;
  const { door, jobs, metrics, log, exempt, order } = parts;
  const mayProve = provableSources({ sandbox: true, proxies: config.trustedProxies });
  const keyed = miningKeyLogins({
    readLogin: (text) => readLogin(text, door.isExchange),
    findOwner: (key) => findAccountByKey(ctx, key),
    clock,
  });
  return {
    bind: config.bind,
    stratumBase: config.stratumBase,
    dataDirectory: config.dataDirectory,
    clock,
    log,
    order,
    tls: await readTlsCertificate(join(config.dataDirectory, 'stratum-tls.pem'), config.host, clock.now()),
    gate: createSourceGate(clock, { exempt }),
    crowd: createAccountCrowd(),
    extranonces: await openExtranonces(ctx, log, order),
    metrics,
    newId: () => ctx.random.uuid(),
    record: async (batches) => {
      await recordBatches(ctx, batches, {
        simulated: false,
        onParked: (parked) =>
          log.error(
            { batches: parked.map(({ id }) => id) },
            'work was parked instead of counted: it is so old that it may have been counted before',
          ),
      });
    },
    login: (text) => {
      const outcome = keyed.login(text);
      return outcome.kind === 'login' && door.delisted.has(outcome.login.coin)
        ? { kind: 'delisted-coin', coin: outcome.login.coin }
        : outcome;
    },
    prepareLogin: keyed.prepare,
    restricted: ({ coin, address }) => door.restricted.has(`${coin}:${address}`),
    expelled: ({ coin, address }) => {
      if (door.delisted.has(coin)) return { kind: 'delisted-coin', coin };
      return door.restricted.has(`${coin}:${address}`) ? { kind: 'restricted' } : undefined;
    },
    sourceKey: (login, source) => (mayProve(source) ? sourceKey(ctx.secret, login, source) : undefined),
    onChallenger: (login, source) => {
      const miner = { account: login, worker: login.worker, source: mayProve(source) ? source : undefined };
      noticeMiner(ctx, miner).catch((error: unknown) => {
        log.warn({ err: error }, 'a miner of a challenge could not be noticed');
      });
    },
    onRefusedLogin: (text, refusal) => door.notes.note(text, refusal.kind),
    recordBlock: async (candidate) => {
      await recordCandidate(ctx, candidate);
      // In the books now, so the miner is answered; the chain hears of it at once and not only at the next tick.
      void jobs.runAll();
    },
  };
}

/** The lock of the data directory keeps an embedded database to one process; those on a shared one agree through it. */
async function openExtranonces(
  ctx: ServiceContext,
  log: Logger,
  order: ClosingOrder,
): Promise<Extranonce1Pool> {
  if (ctx.db.engine === 'pglite') return createExtranonce1Pool(0);
  const extranonces = createExtranonce1Pool();
  const keeper = await keepInstance({
    ctx,
    extranonces,
    newHolder: () => ctx.random.uuid(),
    now: Date.now,
    steadyNow: () => performance.now(),
    log,
  });
  order.add('instance', () => keeper.close());
  return extranonces;
}

/** Without it the pool runs as well; only the operator's commands have to wait until it is stopped. */
async function openAdmin(
  { dataDirectory, databaseUrl }: Pick<Config, 'dataDirectory' | 'databaseUrl'>,
  ctx: ServiceContext,
  {
    wallet,
    log,
    order,
    door,
  }: { readonly wallet: Wallet; readonly log: Logger; readonly order: ClosingOrder; readonly door: Door },
): Promise<void> {
  const actions = adminActions(ctx, {
    dataDirectory,
    version: manifest.version,
    wallet,
    database: databaseMark(databaseUrl),
    onDecision: async (decision) => {
      log.warn(decision, 'the operator decided');
      await door.refresh();
    },
  });
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
  parts: {
    readonly clock: MovableClock;
    readonly chains: ReadonlyMap<string, SandboxChain>;
    readonly jobs: Schedules;
    readonly rates: WithheldRates;
  },
  order: ClosingOrder,
): Promise<void> {
  const control = await openControlSocket(path, {
    advance: async (ms) => {
      parts.clock.advance(ms);
      await parts.jobs.runAll();
      return parts.clock.now();
    },
    easeBlock: (algorithm) => {
      const mined = minedAlgorithms.find(({ code }) => code === algorithm);
      if (mined === undefined) return false;
      parts.chains.get(mined.code)?.easeNextBlock(mined.lightestShare);
      return true;
    },
    books: async () => {
      const books = await readBooks(ctx);
      return { sound: booksAreSound(books), ...books, blocks: await recordedBlocks(ctx) };
    },
    withholdRates: (isWithheld) => parts.rates.withhold(isWithheld),
  });
  order.add('control', () => control.close());
}
