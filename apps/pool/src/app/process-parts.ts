import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { refuseOtherNetworks } from './refuse-other-network.ts';
import { refuseOtherPlaces } from './refuse-other-places.ts';
import { rememberTerms } from './remember-terms.ts';
import { givingUpstreamsOf, kindOfWorld, type World } from '../domain/kernel/world.ts';
import { neverRunOnMain, type PoolKind } from '../domain/kernel/pool-kind.ts';
import { sharedAnswers } from '../domain/conversion/rate-answers.ts';
import { claimDatabase } from '../domain/operations/claim-database.ts';
import { type ClockWatch, createClockWatch } from '../domain/payouts/clock-watch.ts';
import { isToBeCompared } from '../domain/treasury/upstream-places/upstream-place.ts';
import { readReceived } from '../domain/views/read-received.ts';
import { createPoolMetrics } from '../edges/metrics/pool-metrics.ts';
import { openTlsContext, tlsCertificateFile } from '../edges/stratum/tls-context.ts';
import type { Database } from '../runtime/database/database.ts';
import { withAsked } from '../runtime/proof-of-work/asked-proofs.ts';
import { openProofs, type Proofs } from '../runtime/proof-of-work/open-proofs.ts';
import { movableClock } from '../sandbox/control/movable-clock.ts';
import { openControl } from '../sandbox/open-control.ts';
import { openDemo } from '../sandbox/open-demo.ts';
import { openWorld, type RateReports } from './choose-world.ts';
import type { ClosingOrder } from './closing-order.ts';
import { minedByRigs, switchRigsOn } from './demo-rigs.ts';
import { deploymentOf, tlsNames } from './deployment-of.ts';
import { watchCertificate, openSite } from './open-site.ts';
import { openCrediting } from './open-crediting.ts';
import { openConfiguredAdmission } from './open-admission.ts';
import { openAccounts } from './open-traders.ts';
import { type FoundPlaces, openFoundPlaces } from './found-places.ts';
import { openFoundation } from './open-foundation.ts';
import type { NodeReports } from './open-node-world.ts';
import { openPayouts, payoutParts } from './open-payouts.ts';
import type { PoolFiles } from './pool-files.ts';
import type { PoolParts } from './pool-parts.ts';
import { partsOfRoles } from './parts-of-roles.ts';
import { stratumParts } from './stratum-parts.ts';

/** Where a process speaks. */
export interface ProcessOutput {
  readonly log: Logger;
  /** Takes a sentence about a start that takes long: the log on a terminal is quiet. */
  readonly report: (sentence: string) => void;
}

/** The parts of a pool that runs: what the settings name, on the database that is there. Each is closed by `order`. */
export async function processParts(
  config: Config,
  files: PoolFiles,
  { log, report }: ProcessOutput,
  order: ClosingOrder,
): Promise<PoolParts> {
  const { dataDirectory, sharedDirectory, conversionCaps, conversionSpreads, sandboxControl } = config;
  if (config.nodePool !== undefined) await refuseOtherNetworks(config.nodePool, config.roles.has('treasury'));
  const clock = movableClock(Date.now);
  const tls = await openTlsContext(join(sharedDirectory, tlsCertificateFile), tlsNames(config), clock);
  const metrics = createPoolMetrics({ version: manifest.version, node: process.version });
  const foundation = await openFoundation(config, files, { clock, log, order, watch: metrics.database });
  const { db, random } = foundation;
  const proofs = proofThreads(files, order);
  const clocks = await openClocks(db);
  const { world, sandbox } = await openWorld(config, {
    clock,
    random,
    received: () => readReceived({ db }),
    ...payoutParts({ db, clock, payoutBlockReason: () => clocks.suspends() }, foundation.secret),
    proofs,
    order,
    answers: sharedAnswers(db),
    reports: { ...nodeReports(log), ...rateReports(log) },
  });
  const verifiers = world.asked === undefined ? proofs : withAsked(proofs, world.asked);
  if (verifiers !== proofs) order.add('proofs of work by nodes', () => verifiers.close());
  const kind = await claimKind({ db, clock }, world, log);
  await rememberTerms({ db, clock }, world, log);
  const accounts = await openAccounts(config, () => clock.now(), world.rails);
  const places = await placesOf(config.roles, { db, clock, log, world, order, ...accounts });
  const deployment = deploymentOf(config, world, kind, tls);
  const site = await openSite(config, files, deployment, { kind, log, order });
  const served = { ...world, rigAlgorithms: minedByRigs(sandbox) };
  return partsOfRoles(config.roles, {
    log,
    metrics,
    foundation: { ...foundation, rates: world.rates, conversionCaps, conversionSpreads },
    world,
    deployment,
    payouts: async (ctx, closing) =>
      openPayouts(config, ctx, {
        ...world,
        ...accounts,
        payoutBlockReason: () => clocks.suspends(),
        log,
        order: closing,
      }),
    ...(sandbox === undefined
      ? {}
      : {
          begin: (ctx, payouts) =>
            openDemo(ctx, payouts, sandbox, {
              report,
              onHistory: (history, ms) => log.info({ history, ms }, 'the demo fleet is ready'),
            }),
        }),
    admission: (ctx) => openConfiguredAdmission(config, ctx, log, (delisted) => site.refresh(db, delisted)),
    live: { redisUrl: config.redisUrl },
    http: site.http,
    ops: {
      dataDirectory,
      certificateExpiresAt: () => tls.expiresAt(),
      clockSkewMs: () => clocks.skewMs(),
    },
    tasks: {
      clocks,
      credit: (ctx, closing) => openCrediting(config, ctx, files, closing).credit,
      more: [watchCertificate(tls, log, () => site.reloadSupport())],
    },
    stratum: stratumParts(config, served, { tls, clock, proofs: verifiers, log, places }),
    rigs: (ctx, mined, closing) => switchRigsOn(sandbox, ctx, mined, closing),
    admin: { ...config, siteTexts: site.texts },
    ...(sandboxControl === undefined
      ? {}
      : {
          control: (ctx, runTasks) => openControl(sandboxControl, ctx, { clock, world: sandbox, runTasks }),
        }),
  });
}

function proofThreads({ powWorker, powModules }: PoolFiles, order: ClosingOrder): Proofs {
  const proofs = openProofs(
    (data) => new Worker(powWorker, { workerData: { ...data, modules: powModules.href } }),
  );
  order.add('proof-of-work threads', () => proofs.close());
  return proofs;
}

/** Which other pools pay to places of ours: found out by a process that pays, and read by one with miners. */
async function placesOf(
  roles: Config['roles'],
  {
    world,
    order,
    log,
    ...ctx
  }: Pick<Parameters<typeof refuseOtherPlaces>[0], 'db' | 'clock' | 'exchanges'> & {
    readonly world: World;
    readonly order: ClosingOrder;
    readonly log: Logger;
  },
): Promise<FoundPlaces> {
  const paying = givingUpstreamsOf(world).filter(isToBeCompared);
  if (roles.has('treasury')) await refuseOtherPlaces({ ...ctx, arrivals: world.arrivals }, paying);
  return openFoundPlaces({ ...ctx, log }, roles.has('stratum') ? paying : [], order);
}

/** This machine's clock beside the database's, compared once: whether money may leave follows from it. */
async function openClocks(db: Database): Promise<ClockWatch> {
  const clocks = createClockWatch({ db }, Date.now);
  await clocks.measure();
  return clocks;
}

/** Of what kind the pool is: the database is of that kind for ever. Nothing is written into one of another kind. */
async function claimKind(
  ctx: Parameters<typeof claimDatabase>[0],
  world: World,
  log: Logger,
): Promise<PoolKind> {
  const kind = kindOfWorld(world);
  await claimDatabase(ctx, kind);
  if (kind === 'real') log.warn(neverRunOnMain);
  return kind;
}

function rateReports(log: Logger): RateReports {
  return {
    onRates: (rateSource, problem) => {
      if (problem === undefined) log.info({ rateSource }, 'one of the rate sources has prices again');
      else log.warn({ rateSource, problem }, 'one of the rate sources has no prices');
    },
    onRateBacking: (rateSource, problem) => {
      if (problem === undefined)
        log.info({ rateSource }, 'one of the rate sources says what its prices rest on again');
      else log.warn({ rateSource, problem }, 'one of the rate sources does not say what its prices rest on');
    },
  };
}

/** An operator reads in the log why there is no work, and once when there is again. */
function nodeReports(log: Logger): NodeReports {
  return {
    onProblem: (chain, node, problem) => {
      if (problem === undefined) log.info({ chain, node }, 'a node gives work');
      else log.warn({ chain, node, problem }, 'a node gives no work');
    },
    onProofs: (chain, node, problem) =>
      log.warn({ chain, node, problem }, 'a node is not asked for proofs of work for a while'),
    onPublisher: (chain, node, problem) => {
      if (problem === undefined) log.info({ chain, node }, 'a node publishes its new blocks');
      else log.warn({ chain, node, problem }, 'new blocks are heard of by a look at the newest one only');
    },
    onLateVerdict: (chain, hash, node, said) =>
      log.warn({ chain, hash, node, said }, 'a node says something else of a block than the first'),
  };
}
