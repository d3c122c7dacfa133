import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Schedules } from '../edges/tasks/schedules.ts';
import { type Extranonce1Pool, createExtranonce1Pool } from '@openlode/stratum/extranonce1-pool';
import type { ConnectedWorkers } from '../edges/stratum/connected-workers.ts';
import { createMinerConnections } from '../edges/stratum/miner-connections.ts';
import { createMinerLog } from '../edges/stratum/miner-log.ts';
import { miningKeyLogins } from '../edges/stratum/mining-key-logins.ts';
import { readLogin } from '../edges/stratum/read-login.ts';
import type { ShareStatistics } from '../edges/stratum/share-statistics.ts';
import { SourceGate } from '../edges/stratum/source-gate.ts';
import type { TlsContext } from '../edges/stratum/tls-context.ts';
import type { createPoolMetrics } from '../edges/metrics/pool-metrics.ts';
import { findAccountByKey } from '../domain/accounts/mining-key.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { recordCandidate } from '../domain/rounds/record-candidate.ts';
import { recordOrPark } from '../domain/shares/record-or-park.ts';
import type { ClosingOrder } from './closing-order.ts';
import { connectionsFor, readProcessLimits } from './descriptor-limit.ts';
import { keepInstance } from './keep-instance.ts';
import type { MiningParts } from './mine-algorithm.ts';
import { minerSources } from './miner-sources.ts';
import type { Admission } from './open-admission.ts';

/** Everything that the ports of all algorithms share: who may come in, what is recorded, and what a block sets off. */
export async function openMining(
  config: Config,
  ctx: ServiceContext,
  parts: {
    /** Of the deployment: loopback and private sources prove ownership in a sandbox only. */
    readonly sandbox: boolean;
    readonly admission: Admission;
    readonly tls: TlsContext;
    readonly schedules: Schedules;
    readonly metrics: ReturnType<typeof createPoolMetrics>;
    readonly statistics: ShareStatistics;
    readonly connectedWorkers: ConnectedWorkers;
    readonly log: Logger;
    readonly exempt: (address: string) => boolean;
    readonly order: ClosingOrder;
  },
): Promise<MiningParts> {
  const { clock } = ctx;
  const { admission, schedules, metrics, log, exempt, order } = parts;
  const sources = minerSources(ctx, {
    sandbox: parts.sandbox,
    proxies: config.trustedProxies,
    sharedNetworks: config.sharedNetworks,
    onError: (error) => log.warn({ err: error }, 'a login with a challenge could not be checked'),
  });
  const keyed = miningKeyLogins({
    readLogin: (text) => readLogin(text, admission.isExchange),
    findOwner: (key) => findAccountByKey(ctx, key),
    clock,
  });
  return {
    bind: config.stratumBind,
    servers: config,
    dataDirectory: config.dataDirectory,
    clock,
    log,
    order,
    tls: parts.tls,
    statistics: parts.statistics,
    gate: new SourceGate(clock, { exempt, connectionsMax: connectionsFor(readProcessLimits()) }),
    minerConnections: createMinerConnections(),
    connectedWorkers: parts.connectedWorkers,
    minerLog: createMinerLog({ log, clock, secret: ctx.secret }),
    extranonces: await openExtranonces(ctx, log, order),
    metrics,
    newId: () => ctx.random.uuid(),
    record: async (batches) => {
      await recordOrPark(ctx, batches, {
        simulated: false,
        onParked: (parked) =>
          log.error(
            {
              batches: parked.batches.map(({ id }) => id),
              ...(parked.error === undefined ? {} : { err: parked.error }),
            },
            parked.reason === 'too-old'
              ? 'work was parked instead of counted: it is so old that it may have been counted before; see openlode work parked'
              : 'work was parked instead of counted: the database refuses what is in it; see openlode work parked',
          ),
      });
    },
    login: (text) => {
      const outcome = keyed.login(text);
      return outcome.kind === 'login' && admission.listing.delisted.has(outcome.login.coin)
        ? { kind: 'delisted-coin', coin: outcome.login.coin }
        : outcome;
    },
    prepareLogin: keyed.prepare,
    restricted: ({ coin, address }) => admission.restricted.has(`${coin}:${address}`),
    expelled: ({ coin, address }) => {
      if (admission.listing.delisted.has(coin)) return { kind: 'delisted-coin', coin };
      return admission.restricted.has(`${coin}:${address}`) ? { kind: 'restricted' } : undefined;
    },
    ...sources,
    onRefusedLogin: (text, refusal, source) => admission.notes.note(text, refusal.kind, source),
    recordBlock: async (candidate) => {
      await recordCandidate(ctx, candidate);
      // It is recorded, so the miner is answered; the chain is told at once and not only at the next tick.
      void schedules.run('advance-rounds');
    },
  };
}

/** The lock of the data directory keeps an embedded database to one process; those on a shared one agree through it. */
async function openExtranonces(
  ctx: ServiceContext,
  log: Logger,
  order: ClosingOrder,
): Promise<Extranonce1Pool> {
  if (ctx.db.engine === 'pglite') return createExtranonce1Pool(randomInt, 0);
  const extranonces = createExtranonce1Pool(randomInt);
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
