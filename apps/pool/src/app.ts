import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { loggedOfVisitors } from '@openlode/catalogue/logged';
import { serverName } from '@openlode/catalogue/server-name';
import { sampleFiatPerUsd } from '@openlode/catalogue/sample-fiat';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { chooseRates, openRail } from './app/choose-sources.ts';
import { ClosingOrder } from './app/closing-order.ts';
import { tlsNames, deploymentOf, standardPort } from './app/deployment-of.ts';
import { heldBack, ownPayoutBlocks, relayProblems, suspendedNetworks } from './app/held-back.ts';
import { logDomainEvents } from './app/log-domain-events.ts';
import { watchTasks } from './app/watch-tasks.ts';
import { mineAlgorithm, openMinedChain } from './app/mine-algorithm.ts';
import { minedAlgorithms } from './sandbox/chain/mined-algorithms.ts';
import { openExchangeSettings } from './app/exchange-file.ts';
import { openAdmin } from './app/open-admin.ts';
import { openCrediting } from './app/open-crediting.ts';
import { openControl } from './app/open-control.ts';
import { openAdmission } from './app/open-admission.ts';
import { openFleet, simulatedChains } from './app/open-fleet.ts';
import { openLiveRelay } from './app/open-live-relay.ts';
import { openMigrated } from './app/open-migrated.ts';
import { openMining } from './app/open-mining.ts';
import { openPayouts } from './app/open-payouts.ts';
import { openSecret } from './app/open-secret.ts';
import { summarised } from './app/summarised.ts';
import { diskCheck, workCheck } from './app/work-checks.ts';
import type { Config } from './config.ts';
import { openNewsFeed } from './adapters/content/news-feed.ts';
import { releasesOf } from './app/releases-of.ts';
import { openSupportCentre } from './adapters/content/support-centre.ts';
import { railRegistry } from './adapters/rails/registry.ts';
import { movableClock } from './sandbox/control/movable-clock.ts';
import { withheldRates } from './sandbox/control/withheld-rates.ts';
import type { DirectoryLock } from './runtime/database/directory-lock.ts';
import { gatherFleet } from './sandbox/fleet/fleet.ts';
import { buildHttp } from './edges/http/build-http.ts';
import { buildOps } from './edges/http/build-ops.ts';
import { addressList } from './edges/http/plugins/address-list.ts';
import { readBuiltSite } from './edges/http/plugins/site.ts';
import { payoutTasks } from './edges/tasks/payout-tasks.ts';
import {
  auditTask,
  certificateTask,
  clockTask,
  poolTasks,
  recoverBlocksTask,
} from './edges/tasks/pool-tasks.ts';
import { startSchedules } from './edges/tasks/schedules.ts';
import { statisticsTasks } from './edges/tasks/statistics-tasks.ts';
import { createConnectedWorkers } from './edges/stratum/connected-workers.ts';
import { openTlsContext, tlsCertificateFile } from './edges/stratum/tls-context.ts';
import { createShareStatistics } from './edges/stratum/share-statistics.ts';
import type { ShareAccumulator } from './edges/stratum/share-accumulator.ts';
import { accountViews } from './edges/live/account-views.ts';
import { openGateway } from './edges/live/gateway.ts';
import { sampleYields } from './sandbox/rates/sample-yields.ts';
import { createPoolMetrics } from './edges/metrics/pool-metrics.ts';
import { presentAlgorithms } from './edges/present/present-algorithm.ts';
import { presentRegions } from './edges/present/present-regions.ts';
import { presentTls } from './edges/present/present-tls.ts';
import { onDomainEvent } from './domain/kernel/domain-events.ts';
import { createRecurringAudit } from './domain/operations/audit/recurring-audit.ts';
import type { ServiceContext } from './domain/kernel/context.ts';
import { refuseBrokenChain } from './domain/ledger/refuse-broken-chain.ts';
import { countOpenPayouts } from './domain/views/count-payouts.ts';
import { createOutgoingGuard } from './domain/payouts/outgoing-guard.ts';
import type { PayoutContext } from './domain/payouts/payout-context.ts';
import { checkDatabase } from './domain/operations/check-database.ts';
import { rememberClosures } from './domain/accounts/coin-status.ts';
import { claimDatabase } from './domain/operations/claim-database.ts';
import { createClockWatch } from './domain/payouts/clock-watch.ts';
import { railView } from './domain/kernel/rails.ts';
import { NotReady } from './domain/kernel/not-ready.ts';
import { countRounds } from './domain/views/count-rounds.ts';
import { readReceived } from './domain/views/read-received.ts';
import { countParked } from './domain/views/count-parked.ts';
import { countLuckAlarms } from './domain/views/read-luck.ts';
import { kindOfPool, type PoolKind } from './domain/kernel/pool-kind.ts';

/** Where the parts of the built pool lie. */
export interface PoolFiles {
  readonly databaseWorker: URL;
  readonly creditWorker: URL;
  readonly searchWorker: URL;
  readonly preparedDatabase: URL;
  readonly migrations: URL;
  readonly site: string;
  readonly news: URL;
  readonly support: URL;
}

export interface Pool {
  readonly kind: PoolKind;
  /** Where the site is, for the person who started it. */
  readonly url: string;
  /** Where miners go, by algorithm. */
  readonly servers: readonly { readonly algorithm: string; readonly address: string }[];
  /** Takes no more work, writes what is accepted into the database, and closes everything in order. */
  stop(): Promise<void>;
}

/**
 * Opens every part of the pool in order and wires them; what was opened is closed again when a later part fails, and the lock of
 * the data directory last of all.
 */
export async function composePool(
  config: Config,
  lock: DirectoryLock,
  files: PoolFiles,
  log: Logger,
): Promise<Pool> {
  const order = new ClosingOrder();
  order.add('directory lock', () => lock.release());
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
  const metrics = createPoolMetrics({ version: manifest.version, node: process.version });
  const tls = await openTlsContext(join(config.dataDirectory, tlsCertificateFile), tlsNames(config), clock);
  const exempt = addressList(config.limitExempt);

  const db = await openMigrated(config, files, clock, log, order);
  const secret = await openSecret(db, clock, config.dataDirectory);
  await refuseBrokenChain({ db });
  const chains = new Map(
    minedAlgorithms.map((mined) => [
      mined.code,
      openMinedChain(mined, { clock, sandboxChains: config.sandboxChains, order }),
    ]),
  );
  const random = { uuid: randomUUID, bytes: randomBytes };
  const rail = openRail(config, { clock, random, received: () => readReceived({ db }) });
  order.add('rail', () => rail.close());
  const rails = railRegistry([rail]);
  const fleet =
    config.seed === undefined
      ? undefined
      : gatherFleet(
          config.seed,
          minedAlgorithms.map(({ code }) => code),
        );
  const simulated = fleet === undefined ? [] : simulatedChains(fleet, clock);
  const rates = withheldRates(chooseRates(config, clock));
  const kind = kindOfPool([rail, ...chains.values(), ...simulated], rates);
  await rememberClosures({ db, clock });
  await claimDatabase({ db, clock }, kind);

  const onError = (error: unknown): void => log.error({ err: error }, 'a live event could not be sent');
  const onLimit = summarised((counts) => log.warn({ counts }, loggedOfVisitors['live-limit'].line));
  const views = accountViews({ db, clock });
  const gateway = openGateway({ version: manifest.version, views, onError, onLimit });
  const relay = await openLiveRelay(config, { db, random, local: gateway, log });
  const ctx: ServiceContext = {
    db,
    clock,
    random,
    rates,
    conversionCaps: config.conversionCaps,
    publisher: relay ?? gateway,
    secret,
  };

  const clocks = createClockWatch({ db }, Date.now);
  await clocks.measure();
  const payouts = await openPayouts(config, ctx, {
    rails,
    wallet: rail,
    payoutBlockReason: () => clocks.suspends(),
    log,
    order,
  });
  // Before the listeners open: health answers only once the history is there.
  const payPast = (past: ServiceContext): PayoutContext => ({
    ...payouts,
    ...past,
    rails: railRegistry([rail.at(past.clock)]),
    // Another clock; and what is held against the ledger is today's wallet.
    outgoing: createOutgoingGuard(async () => undefined),
  });
  const fleetTasks =
    fleet === undefined ? [] : [await openFleet(config, ctx, fleet, { simulated, payPast }, log)];

  // After the fleet's history, whose events are not published.
  order.add('domain events', logDomainEvents(log));
  order.add(
    'counted events',
    onDomainEvent((event) => metrics.happened(event, clock.now())),
  );

  const deployment = deploymentOf(config, simulated, kind, tls);
  const site = readBuiltSite(
    files.site,
    {
      version: deployment.version,
      sandbox: deployment.sandbox,
      host: deployment.host,
      apiBase: deployment.apiBase,
      operator: deployment.operator,
      algorithms: presentAlgorithms(deployment),
      regions: presentRegions(deployment),
    },
    () => presentTls(deployment),
  );
  const tallies = new Map<string, ShareAccumulator>();
  const news = await openNewsFeed(files.news, (error) =>
    log.error({ err: error }, 'the news could not be read'),
  );
  order.add('news', () => news.close());
  const support = await openSupportCentre(
    files.support,
    deployment,
    (error) => log.error({ err: error }, 'the support articles could not be read'),
    () => new Worker(files.searchWorker),
  );
  order.add('support', () => support.close());
  const releases = await releasesOf(config);
  const exchanges = await openExchangeSettings(ctx, {
    configured: config.exchangeAddresses,
    path: config.exchangesFile,
    onError: (error) =>
      log.error(
        { err: error },
        'the file of exchange addresses cannot be used; its earlier content stays in force',
      ),
  });
  const admission = await openAdmission(ctx, exchanges);
  const connectedWorkers = createConnectedWorkers();
  const http = await buildHttp({
    ctx,
    rail: railView(rails),
    listing: () => admission.listing,
    isExchange: (coin, address) => admission.isExchange(coin, address),
    payouts,
    trustedProxies: config.trustedProxies,
    sharedNetworks: config.sharedNetworks,
    yields: sampleYields,
    fiatPerUsd: sampleFiatPerUsd,
    news,
    support,
    releases: { items: () => releases },
    connectedWorkers,
    deployment,
    site,
    publicUrl: config.publicUrl,
    limitExempt: config.limitExempt,
    log,
  });
  const tasks = watchTasks(log, () => clock.now());
  const ops = await buildOps({
    version: deployment.version,
    host: deployment.host,
    log,
    metrics: () => metrics.text(),
    problems: () => [
      ...ownPayoutBlocks(payouts.payoutBlockReason),
      ...relayProblems(relay),
      ...tasks.problems(),
    ],
    suspended: () => heldBack(ctx),
    checks: [
      { name: 'database', run: () => checkDatabase(ctx) },
      diskCheck(config.dataDirectory),
      ...minedAlgorithms.map(({ code }) => ({
        name: `stratum ${code}`,
        run: () => {
          if (!tallies.has(code)) throw new NotReady('not listening yet');
        },
      })),
      ...minedAlgorithms.map(({ code }) => workCheck(code, clock, () => tallies.get(code))),
    ],
  });
  gateway.attach(http.server, http.judgeUpgrade);
  order.add('ops', () => ops.close());
  order.add('http', () => http.close());
  order.add('live', () => gateway.close());
  relay?.connect();
  order.add('relay', () => relay?.close());

  const audit = createRecurringAudit(ctx, {
    wallet: rail,
    onFindings: (findings) => log.error({ findings: findings.slice(0, 20) }, 'the ledger is not sound'),
  });
  const onReorg = (roundId: bigint): void =>
    log.error({ round: String(roundId) }, 'a credited block was orphaned; the pool wrote off its reward');
  // Nothing is known of what waits on disk before every spool is open.
  const unrecordedSince = (): number => {
    const awaited = minedAlgorithms.filter(({ code }) => chains.has(code));
    if (tallies.size < awaited.length) return 0;
    return Math.min(...[...tallies.values()].map((tally) => tally.oldestUnrecordedAt() ?? clock.now()));
  };
  const ownTasks = poolTasks(ctx, [...chains.values(), ...simulated], onReorg, {
    unrecordedSince,
    ...openCrediting(config, ctx, files, order),
  });
  const statistics = createShareStatistics();
  const schedules = startSchedules(
    [
      ...ownTasks,
      ...fleetTasks,
      ...statisticsTasks(ctx, statistics, log),
      ...payoutTasks(payouts, (subject, error) => {
        metrics.payoutFailed();
        log.warn({ ...subject, err: error }, 'a payout step failed and is tried again');
      }),
      recoverBlocksTask(ctx, [...chains.values()], (block) =>
        log.warn(block, 'a block that the restored database did not know was found again on its chain'),
      ),
      auditTask(audit),
      clockTask(clocks),
      certificateTask(tls, () => {
        const { fingerprint } = tls.published();
        const fields = { event: 'certificate-replaced', fingerprint, distrust: tls.distrust() };
        log.info(fields, 'the TLS certificate was replaced');
        support.reload();
      }),
      admission.task,
    ],
    {
      onError: (task, error) => {
        metrics.taskEnded(task, 'failed', clock.now());
        tasks.failed(task, error);
      },
      onDone: (task) => {
        metrics.taskEnded(task, 'succeeded', clock.now());
        tasks.succeeded(task);
      },
    },
  );
  order.add('schedules', () => schedules.stop());
  const { sandbox } = deployment;
  const mining = await openMining(config, ctx, {
    sandbox,
    admission,
    tls,
    schedules,
    metrics,
    statistics,
    connectedWorkers,
    log,
    exempt,
    order,
  });
  for (const mined of minedAlgorithms) {
    const chain = chains.get(mined.code);
    if (chain !== undefined) tallies.set(mined.code, await mineAlgorithm(mined, chain, mining));
  }

  metrics.observe({
    sockets: () => gateway.sockets(),
    certificateExpiresAt: () => tls.expiresAt(),
    ledgerLagMs: () => {
      const waiting = [...tallies.values()].map((tally) => tally.oldestUnrecordedAt() ?? clock.now());
      return clock.now() - Math.min(...waiting);
    },
    audit: () => {
      const [findings, finishedAt] = [audit.findings(), audit.finishedAt()];
      if (findings === undefined || finishedAt === undefined) return undefined;
      return { findings: findings.length, finishedAt };
    },
    payoutSuspensions: () => suspendedNetworks(ctx, payouts.payoutBlockReason),
    clockSkewMs: () => clocks.skewMs(),
    openPayouts: () => countOpenPayouts(ctx),
    luckAlarms: () => countLuckAlarms(ctx),
    parked: () => countParked(ctx),
    counts: () => countRounds(ctx),
    ...(relay === undefined ? {} : { relay: () => ({ isWhole: relay.isWhole(), ...relay.counts() }) }),
  });
  await openAdmin(
    config,
    { ...ctx, payoutBlockReason: payouts.payoutBlockReason },
    { payouts, wallet: rail, log, order, admission },
  );
  if (config.sandboxControl !== undefined)
    await openControl(config.sandboxControl, ctx, { clock, chains, schedules, rates }, order);
  await http.listen({ host: config.httpBind, port: config.httpPort });
  // Last of all: who asks whether the pool is ready may use it at once.
  await ops.listen({ host: config.opsBind, port: config.opsPort });
  return {
    kind,
    url: config.publicUrl ?? `http://${config.host}:${config.httpPort}`,
    servers: minedAlgorithms.map(({ code }) => ({
      algorithm: code,
      address: `stratum+tcp://${serverName(config.miningHost, code)}:${standardPort(code, config)}`,
    })),
  };
}
