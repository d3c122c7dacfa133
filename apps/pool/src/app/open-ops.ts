import { formatAmount } from '@openlode/money/amount';
import type { FastifyInstance } from 'fastify';
import { listRates } from '../domain/operations/list-rates.ts';
import { onDomainEvent } from '../domain/kernel/domain-events.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { World } from '../domain/kernel/world.ts';
import { NotReady } from '../domain/kernel/not-ready.ts';
import { checkDatabase } from '../domain/operations/check-database.ts';
import type { RecurringAudit } from '../domain/operations/audit/recurring-audit.ts';
import { countOpenPayouts, listWaitingPayouts } from '../domain/views/count-payouts.ts';
import { countParked } from '../domain/views/count-parked.ts';
import type { StatementSource } from '../domain/kernel/statement.ts';
import { type ListedStatement, listStatements } from '../domain/views/list-statements.ts';
import { listPlaces } from '../domain/views/list-places.ts';
import { realisedOfTwoWeeks } from '../domain/treasury/realised-pairs.ts';
import { countRounds } from '../domain/views/count-rounds.ts';
import { countLuckAlarms } from '../domain/views/read-luck.ts';
import { readExposure } from '../domain/treasury/read-exposure.ts';
import type { KnownPosition } from '../domain/treasury/read-positions.ts';
import type { FloatWatch } from '../domain/treasury/watch-floats.ts';
import { buildOps } from '../edges/http/build-ops.ts';
import { type HealthSource, readChecks } from '../edges/http/routes/health.ts';
import type { CoinBalance } from '../edges/metrics/observe-balances.ts';
import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';
import type { ClosingOrder } from './closing-order.ts';
import { heldBack, ownPayoutBlocks, relayProblems, suspendedNetworks, workProblems } from './held-back.ts';
import { logDomainEvents } from './log-domain-events.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';
import type { OpenedHttp } from './open-http.ts';
import type { OpenedLive } from './open-live.ts';
import type { SharedParts } from './shared-parts.ts';
import type { TaskWatch } from './watch-tasks.ts';
import { upstreamFigures } from './upstream-figures.ts';
import { workSources } from './work-sources.ts';
import { diskCheck, freeBytes, workCheck } from './work-checks.ts';

export interface OpsParts {
  readonly dataDirectory: string;
  readonly certificateExpiresAt: () => number;
  readonly clockSkewMs: () => number | undefined;
}

interface Observed {
  readonly ctx: ServiceContext;
  readonly payoutBlockReason: () => string | undefined;
  readonly live: OpenedLive;
  readonly mined: MinedAlgorithms;
  readonly metrics: PoolMetrics;
}

/** What this process says of its health. */
export function healthOf(
  { deployment, world }: SharedParts,
  { dataDirectory }: OpsParts,
  { ctx, payoutBlockReason, live, mined, watch }: Observed & { readonly watch: TaskWatch },
): HealthSource {
  return {
    version: deployment.version,
    problems: () => [
      ...ownPayoutBlocks(payoutBlockReason),
      ...relayProblems(live.relay),
      ...workProblems(world.sources, (algorithm) => mined.find(algorithm)?.order),
      ...watch.problems(),
    ],
    suspended: () => heldBack(ctx),
    checks: [
      { name: 'database', run: () => checkDatabase(ctx) },
      diskCheck(dataDirectory),
      ...mined.awaited.map((algorithm) => ({
        name: `stratum ${algorithm}`,
        run: () => {
          const listeners = mined.find(algorithm)?.listeners;
          if (listeners === undefined) throw new NotReady('not listening yet');
          if (listeners.some(({ isDraining }) => isDraining))
            throw new NotReady('takes no more miners: this process is about to end');
        },
      })),
      ...mined.awaited.map((algorithm) =>
        workCheck(algorithm, ctx.clock, () => mined.find(algorithm)?.accumulator),
      ),
    ],
  };
}

/** Health, metrics and the log of what happens, for the operator. */
export async function openOps(
  { log, deployment }: SharedParts,
  health: HealthSource,
  { ctx, metrics, order }: Pick<Observed, 'ctx' | 'metrics'> & { readonly order: ClosingOrder },
): Promise<FastifyInstance> {
  order.add('domain events', logDomainEvents(log));
  order.add(
    'counted events',
    onDomainEvent((event) => metrics.happened(event, ctx.clock.now())),
  );
  const ops = await buildOps({ host: deployment.host, log, metrics: () => metrics.text(), health });
  order.add('ops', () => ops.close());
  return ops;
}

/** Once everything is open: what the metrics read when they are asked. */
export function observe(
  { dataDirectory, certificateExpiresAt, clockSkewMs }: OpsParts,
  {
    ctx,
    payoutBlockReason,
    live,
    mined,
    metrics,
    audit,
    floats,
    health,
    http,
    relayed,
  }: Observed & {
    readonly audit: RecurringAudit | undefined;
    readonly floats: FloatWatch | undefined;
    readonly health: HealthSource;
    readonly http: Pick<OpenedHttp, 'answeredReady'> | undefined;
    readonly relayed: Pick<World, 'upstreams' | 'networkOf' | 'witnesses' | 'statements'>;
  },
): void {
  const { gateway, relay } = live;
  const { upstreams = [], statements = [] } = relayed;
  metrics.observe({
    health: () => readChecks(health),
    diskFreeBytes: () => freeBytes(dataDirectory),
    unrecordedShares: () =>
      mined.awaited.flatMap((algorithm) => {
        const accumulator = mined.find(algorithm)?.accumulator;
        return accumulator === undefined ? [] : [{ algorithm, shares: accumulator.unrecorded() }];
      }),
    sockets: () => gateway?.sockets() ?? 0,
    certificateExpiresAt,
    ledgerLagMs: () => ctx.clock.now() - mined.oldestUnrecordedAt(),
    ...(audit === undefined ? {} : { audit: () => auditFigures(audit) }),
    payoutSuspensions: () => suspendedNetworks(ctx, payoutBlockReason),
    clockSkewMs,
    openPayouts: () => countOpenPayouts(ctx),
    waitingPayouts: async () =>
      (await listWaitingPayouts(ctx)).map((each) => ({ ...each, amount: formatAmount(each.amount) })),
    luckAlarms: () => countLuckAlarms(ctx),
    parked: () => countParked(ctx),
    floats: () => floats?.floats() ?? [],
    networkBalances: () =>
      (floats?.floats() ?? []).map(({ amount, ...each }) => ({ ...each, amount: formatAmount(amount) })),
    ...(audit === undefined ? {} : { balances: () => audit.positions().map(balanceOf) }),
    workTimes: () =>
      mined.awaited.map((algorithm) => {
        const { times, order } = mined.find(algorithm) ?? {};
        // While another pool gives its work, that of the nodes is not what miners wait for.
        const isOfNodes = order === undefined || order.used.kind === 'chain';
        return { algorithm, jobAt: undefined, tipAt: undefined, ...(isOfNodes && times) };
      }),
    ...(http === undefined ? {} : { readyAnswers: () => http.answeredReady() }),
    places: () => listPlaces(ctx),
    realised: () => realisedOfTwoWeeks(ctx),
    exposure: () => readExposure(ctx),
    pricedCoins: async () =>
      (await listRates(ctx, {})).filter(({ judgement }) => judgement === 'agreed').length,
    counts: () => countRounds(ctx),
    sources: () => workSources(mined),
    ...(upstreams.length === 0 ? {} : { upstreams: () => upstreamFigures(ctx, relayed, mined) }),
    ...(statements.length === 0 ? {} : { statements: () => statementsNamed(ctx, statements) }),
    ...(relay === undefined ? {} : { relay: () => ({ isWhole: relay.isWhole(), ...relay.counts() }) }),
  });
}

/** Of the pools that the settings name; what one that they named once has said is not measured any more. */
async function statementsNamed(
  ctx: ServiceContext,
  named: readonly StatementSource[],
): Promise<readonly ListedStatement[]> {
  const isNamed = ({ upstream, algorithm }: ListedStatement): boolean =>
    named.some((source) => source.upstream === upstream && source.algorithm === algorithm);
  return (await listStatements(ctx)).filter(isNamed);
}

function balanceOf({ asset, theirs, inWallets, held, owed }: KnownPosition): CoinBalance {
  return {
    coin: asset,
    owedToMiners: formatAmount(theirs),
    wallets: formatAmount(inWallets),
    spare: formatAmount(held - owed),
  };
}

function auditFigures(audit: RecurringAudit): { findings: number; finishedAt: number } | undefined {
  const [findings, finishedAt] = [audit.findings(), audit.finishedAt()];
  if (findings === undefined || finishedAt === undefined) return undefined;
  return { findings: findings.length, finishedAt };
}
