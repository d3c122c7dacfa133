import type { LoggedOfMiners } from '@openlode/catalogue/logged';
import type { ListedSource } from '../../domain/views/listed-source.ts';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { gauge, gauges, oneAtATime } from './read-gauges.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureEventLoop } from './measure-event-loop.ts';
import { type DatabaseMeasure, measureDatabase } from './measure-database.ts';
import { type BalanceFigures, observeBalances } from './observe-balances.ts';
import { type CallMetrics, measureCalls, type ReadyAnswers } from './observe-calls.ts';
import { type HealthFigures, observeHealth } from './observe-health.ts';
import { observeWork, type WorkFigures } from './observe-work.ts';
import { observeSources } from './observe-sources.ts';
import { observeFloats, observePayouts, type PayoutFigures } from './observe-payouts.ts';
import { observePlaces, type PlaceFigures } from './observe-places.ts';
import type { ListedStatement } from '../../domain/views/list-statements.ts';
import type { ExposureView } from '../../domain/treasury/read-exposure.ts';
import type { RealisedFigure } from '../../domain/treasury/realised-pairs.ts';
import { observeExposure } from './observe-exposure.ts';
import { observeRealised } from './observe-realised.ts';
import { observeRelay, type RelayFigures } from './observe-relay.ts';
import { observeStatements } from './observe-statements.ts';
import { observeUpstreams, type UpstreamFigures } from './observe-upstreams.ts';
import type { DomainEvent } from '../../domain/kernel/domain-events.ts';

/** What the running pool can say about itself at the moment of the scrape. */
export interface PoolGauges extends HealthFigures, PayoutFigures, BalanceFigures, WorkFigures {
  /** Accepted shares that are not in the ledger yet. */
  unrecordedShares(): readonly { readonly algorithm: string; readonly shares: number }[];
  sockets(): number;
  /** When the certificate of the TLS ports expires, in ms since 1970. */
  certificateExpiresAt(): number;
  /** Milliseconds since the oldest accepted share that is not in the ledger yet; 0 when all are. */
  ledgerLagMs(): number;
  /**
   * What the audit knows to be wrong, and when it ended, in ms since 1970; undefined before the first audit has ended. Left out where another
   * process makes it.
   */
  readonly audit?: () => { readonly findings: number; readonly finishedAt: number } | undefined;
  /** How far this machine's clock is ahead of the database's; undefined before they were compared. */
  clockSkewMs(): number | undefined;
  /** Coins at exchanges and transfers to them, and how they stand against the ledger. */
  readonly places: () => Promise<readonly PlaceFigures[]>;
  /** What trades brought against what was credited, of this and the last week. */
  readonly realised: () => Promise<readonly RealisedFigure[]>;
  readonly exposure: () => Promise<ExposureView>;
  /** Coins that have a price now at which money may be converted. */
  pricedCoins(): Promise<number>;
  /** Miners whose shares or blocks of the past week chance does not explain, by reason. */
  luckAlarms(): Promise<Readonly<Record<string, number>>>;
  /** Batches of work that were too old to be counted safely. */
  parked(): Promise<{ readonly batches: number }>;
  /** How the process fares at telling others of its live events; left out where there is no Redis. */
  readonly relay?: () => RelayFigures;
  /** Other pools that give work here; left out where there are none. */
  readonly upstreams?: () => Promise<readonly UpstreamFigures[]>;
  /** What other pools say of our accounts; left out where the settings name no page of one. */
  readonly statements?: () => Promise<readonly ListedStatement[]>;
  /** Where the work of each algorithm comes from. */
  readonly sources?: () => readonly ListedSource[];
  /** Left out where there is no site. */
  readonly readyAnswers?: () => ReadyAnswers;
  counts(): Promise<{ readonly openSlices: number; readonly rounds: ReadonlyMap<string, number> }>;
}

export interface PoolMetrics {
  /** `work` is the hashes that an accepted share stands for. */
  share(algorithm: string, result: string, work?: bigint): void;
  session(algorithm: string, port: number, change: 1 | -1): void;
  /** One of the answers that are timed was written to a miner, `ms` after what it answers was read. */
  answered(algorithm: string, ms: number): void;
  /** A login or a connection of a miner was refused, slowed down or ended, as the log names it. */
  refused(event: LoggedOfMiners, reason: string): void;
  /** A call of the site or the API was answered by the router. */
  readonly called: CallMetrics['called'];
  /** What is measured of the database. */
  readonly database: DatabaseMeasure;
  /** A step of a payout could not be taken; it is tried again. */
  payoutFailed(): void;
  /** A scheduled task ended, at `at` ms since 1970. */
  taskEnded(task: string, outcome: 'succeeded' | 'failed', at: number): void;
  /** Counts what happened to blocks, payouts and copies, at `at` ms since 1970. */
  happened(event: DomainEvent, at: number): void;
  /** Wires what is asked at the scrape, once it exists. */
  observe(gauges: PoolGauges): void;
  text(): Promise<string>;
}

/** One place names what is measured, for Prometheus: seconds and bytes, `_total` for what only grows, no figure where nothing is known. */
export function createPoolMetrics(build: { readonly version: string; readonly node: string }): PoolMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  measureEventLoop(registers);
  const info = new Gauge({
    name: 'openlode_build_info',
    help: 'Always 1; the release and what it runs on',
    labelNames: ['version', 'node'],
    registers,
  });
  info.set({ ...build }, 1);
  const shares = new Counter({
    name: 'openlode_shares_total',
    help: 'Shares by algorithm and result',
    labelNames: ['algorithm', 'result'],
    registers,
  });
  const work = new Counter({
    name: 'openlode_accepted_work_hashes_total',
    help: 'Hashes that accepted shares stand for on average; its rate is the hashrate',
    labelNames: ['algorithm'],
    registers,
  });
  const sessions = new Gauge({
    name: 'openlode_sessions',
    help: 'Connected miners, by the port that they came to',
    labelNames: ['algorithm', 'port'],
    registers,
  });
  const refusals = new Counter({
    name: 'openlode_refused_miners_total',
    help: 'Logins and connections of miners that were refused, slowed down or ended for a limit, by the name that each has in the log and by reason',
    labelNames: ['event', 'reason'],
    registers,
  });
  const payoutFailures = new Counter({
    name: 'openlode_payout_failures_total',
    help: 'Steps of payouts that could not be taken and are tried again',
    registers,
  });
  const calls = measureCalls(registers);
  return {
    share(algorithm, result, hashes) {
      shares.inc({ algorithm, result });
      if (hashes !== undefined) work.inc({ algorithm }, Number(hashes));
    },
    session: (algorithm, port, change) => sessions.inc({ algorithm, port: String(port) }, change),
    answered: measureAnswers(registers),
    refused: (event, reason) => refusals.inc({ event, reason }),
    called: calls.called,
    database: measureDatabase(registers),
    payoutFailed: () => payoutFailures.inc(),
    taskEnded: countTasks(registers),
    happened: countEvents(registers),
    observe(source) {
      observeHealth(registers, source);
      observeProcess(registers, source);
      observeLedger(registers, source);
      observePayouts(registers, source);
      observeFloats(registers, source);
      observePlaces(registers, source.places);
      observeRealised(registers, source.realised);
      observeExposure(registers, source.exposure);
      observeBalances(registers, source);
      observeWork(registers, source);
      if (source.readyAnswers !== undefined) calls.observe(source.readyAnswers);
      if (source.relay !== undefined) observeRelay(registers, source.relay);
      if (source.sources !== undefined) observeSources(registers, source.sources);
      if (source.upstreams !== undefined) observeUpstreams(registers, source.upstreams);
      if (source.statements !== undefined) observeStatements(registers, source.statements);
    },
    // prom-client writes `Nan` where its own gauges have no figure yet, which is no number of the format.
    text: async () => (await registry.metrics()).replaceAll(/^[^#\n]* Nan\n/gm, ''),
  };
}

function countTasks(registers: Registry[]): PoolMetrics['taskEnded'] {
  const successes = new Gauge({
    name: 'openlode_task_last_success_timestamp_seconds',
    help: 'When a scheduled task of this process last ended without a fault',
    labelNames: ['task'],
    registers,
  });
  const failures = new Counter({
    name: 'openlode_task_failures_total',
    help: 'Runs of scheduled tasks that ended with a fault and are tried again',
    labelNames: ['task'],
    registers,
  });
  return (task, outcome, at) => {
    if (outcome === 'succeeded') successes.set({ task }, at / 1000);
    // Also of none: an increase is counted from a sample before it.
    failures.inc({ task }, outcome === 'succeeded' ? 0 : 1);
  };
}

function countEvents(registers: Registry[]): PoolMetrics['happened'] {
  const events = new Counter({
    name: 'openlode_domain_events_total',
    help: 'What this process did with blocks, rounds, payouts, suspensions and backups, by the name it has in the log',
    labelNames: ['event'],
    registers,
  });
  const lastAt = new Gauge({
    name: 'openlode_domain_event_last_timestamp_seconds',
    help: 'When such an event last happened in this process',
    labelNames: ['event'],
    registers,
  });
  return ({ event }, at) => {
    events.inc({ event });
    lastAt.set({ event }, at / 1000);
  };
}

function observeProcess(registers: Registry[], source: PoolGauges): void {
  gauge(registers, 'openlode_sockets', 'Pages that watch live', () => source.sockets());
  gauge(
    registers,
    'openlode_tls_not_after_timestamp_seconds',
    'When the certificate of the stratum TLS ports expires',
    () => source.certificateExpiresAt() / 1000,
  );
  gauge(
    registers,
    'openlode_clock_skew_seconds',
    'How far this machine is ahead of the database; no sample before they were compared',
    () => inSeconds(source.clockSkewMs()),
  );
}

function observeLedger(registers: Registry[], source: PoolGauges): void {
  gauge(
    registers,
    'openlode_ledger_lag_seconds',
    'Age of the oldest accepted share that is not recorded yet',
    () => source.ledgerLagMs() / 1000,
  );
  gauges(
    registers,
    {
      name: 'openlode_unrecorded_shares',
      help: 'Accepted shares that are not recorded yet, in memory and on disk',
      labelNames: ['algorithm'],
    },
    async () => source.unrecordedShares().map(({ algorithm, shares }) => [{ algorithm }, shares] as const),
  );
  gauge(
    registers,
    'openlode_audit_findings',
    'What the audit found wrong; no sample before the first one has ended',
    () => source.audit?.()?.findings,
  );
  // 0 until an audit has ended, so that an alarm on its age is raised where none ever does.
  gauge(
    registers,
    'openlode_audit_last_success_timestamp_seconds',
    'When an audit last ended; 0 before the first',
    () => (source.audit === undefined ? undefined : (source.audit()?.finishedAt ?? 0) / 1000),
  );
  gauges(
    registers,
    {
      name: 'openlode_miners_beyond_chance',
      help: 'Miners whose shares (credit-per-hash), blocks (withheld-blocks) or blocks of other pools (withheld-relayed-blocks) chance does not explain',
      labelNames: ['reason'],
    },
    async () =>
      Object.entries(await source.luckAlarms()).map(([reason, count]) => [{ reason }, count] as const),
  );
  gauges(
    registers,
    {
      name: 'openlode_parked_batches',
      help: 'Batches of work that may have been counted before, or cannot be recorded, and wait for an operator',
      labelNames: [],
    },
    async () => [[{}, (await source.parked()).batches]],
  );
  gauges(
    registers,
    {
      name: 'openlode_priced_coins',
      help: 'Coins with a rate that money may be converted at',
      labelNames: [],
    },
    async () => [[{}, await source.pricedCoins()]],
  );
  const counts = oneAtATime(() => source.counts());
  gauges(registers, { name: 'openlode_rounds', help: 'Rounds by state', labelNames: ['state'] }, async () =>
    [...(await counts()).rounds].map(([state, count]) => [{ state }, count] as const),
  );
  gauges(
    registers,
    { name: 'openlode_open_slices', help: 'Slices that take work now', labelNames: [] },
    async () => [[{}, (await counts()).openSlices]],
  );
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}
