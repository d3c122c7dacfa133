import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import { findMinerByKey } from '../domain/miners/mining-key.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { WorkBatch } from '../domain/kernel/work-batch.ts';
import { catalogueListing } from '../domain/payouts/payout-availability.ts';
import { recordCandidate } from '../domain/rounds/record-candidate.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import { otherCoinOf } from '../domain/treasury/add-income.ts';
import { recordOrPark } from '../domain/shares/record-or-park.ts';
import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';
import type { ConnectedWorkers } from '../edges/stratum/connected-workers.ts';
import { createMinerConnections } from '../edges/stratum/miner-connections.ts';
import { createMinerLog } from '../edges/stratum/miner-log.ts';
import { miningKeyLogins } from '../edges/stratum/mining-key-logins.ts';
import { readLogin } from '../edges/stratum/read-login.ts';
import type { ReportedHashrates } from '../edges/stratum/reported-hashrates.ts';
import type { ShareStatistics } from '../edges/stratum/share-statistics.ts';
import type { ClosingOrder } from './closing-order.ts';
import { relayedBlockRecorder } from './relayed-block-recorder.ts';
import { mineAlgorithm } from './mine-algorithm.ts';
import type { Admittance, StratumParts } from './mining-parts.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';
import { minerSources } from './miner-sources.ts';
import type { Admission } from './open-admission.ts';
import type { SharedParts } from './shared-parts.ts';

interface Opened {
  readonly ctx: ServiceContext;
  readonly admission: Admission | undefined;
  readonly metrics: PoolMetrics;
  readonly statistics: ShareStatistics;
  readonly reported: ReportedHashrates;
  readonly connectedWorkers: ConnectedWorkers;
  readonly mined: MinedAlgorithms;
  readonly order: ClosingOrder;
  /** A block was recorded: its chain is told at once and not only at the next tick. */
  readonly onBlock: () => void;
}

/** Opens the ports of every client address of work. */
export async function openStratum(parts: SharedParts, stratum: StratumParts, opened: Opened): Promise<void> {
  const { log, world, deployment } = parts;
  const { ctx, metrics, statistics, reported, connectedWorkers, mined, order, onBlock } = opened;
  const { clock, secret, random } = ctx;
  const shared = {
    ...stratum,
    clock,
    log,
    order,
    metrics,
    statistics,
    reported,
    connectedWorkers,
    minerConnections: createMinerConnections(),
    minerLog: createMinerLog({
      log,
      clock,
      secret,
      onNote: (event, reason) => metrics.refused(event, reason),
    }),
    extranonces: await stratum.extranonces(ctx, log, order),
    newId: () => random.uuid(),
    record: (batches: readonly WorkBatch[]) => {
      stratum.tuning?.onBatches?.(batches);
      return record(ctx, batches, log);
    },
    recordBlock: async (candidate: Parameters<typeof recordCandidate>[1]) => {
      stratum.tuning?.onBlock?.(candidate);
      await recordCandidate(ctx, candidate);
      onBlock();
    },
    recordRelayed: relayedBlockRecorder(ctx, log),
    ...admittance(ctx, opened.admission, deployment),
    ...minerSources(ctx, {
      // Loopback and private client addresses prove ownership in a sandbox only.
      sandbox: deployment.sandbox,
      proxies: stratum.proxies,
      sharedNetworks: stratum.sharedNetworks,
      onError: (error) => log.warn({ err: error }, 'a login with a challenge could not be checked'),
    }),
  };
  await refuseOtherCoins(ctx, world.upstreams ?? []);
  for (const source of world.sources) mined.add(source.chain.algorithm, await mineAlgorithm(source, shared));
}

/** Work that is not paid for yet is of the coin that its upstream has always paid. */
async function refuseOtherCoins(
  { db }: Pick<ServiceContext, 'db'>,
  upstreams: readonly UpstreamTerms[],
): Promise<void> {
  for (const upstream of upstreams) {
    const coin = await otherCoinOf(db, upstream);
    if (coin !== undefined)
      throw new Error(
        `the upstream ${upstream.name} has paid ${coin} before, and the settings say ${upstream.coin}: give it another name`,
      );
  }
}

async function record(ctx: ServiceContext, batches: readonly WorkBatch[], log: Logger): Promise<void> {
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
}

function admittance(
  ctx: ServiceContext,
  admission: Admission | undefined,
  deployment: Pick<SharedParts['deployment'], 'paysHere' | 'isObtained'>,
): Admittance {
  const { paysHere, isObtained = () => true } = deployment;
  const asInCatalogue = catalogueListing();
  const isDelisted = (coin: string): boolean => (admission?.listing ?? asInCatalogue).delisted.has(coin);
  const isExchange = (coin: string, address: string): boolean =>
    admission?.isExchange(coin, address) ?? false;
  const { login, prepare } = miningKeyLogins({
    readLogin: (text, workerField) =>
      readLogin(text, { isDelisted, isExchange, paysHere, isObtained }, workerField),
    isDelisted,
    findOwner: (key) => findMinerByKey(ctx, key),
    clock: ctx.clock,
  });
  const isRestricted = ({ coin, address }: Login): boolean =>
    admission?.restricted.has(`${coin}:${address}`) ?? false;
  return {
    login,
    prepareLogin: prepare,
    restricted: isRestricted,
    expelled: (login) => {
      if (isDelisted(login.coin)) return { kind: 'delisted-coin', coin: login.coin };
      return isRestricted(login) ? { kind: 'restricted' } : undefined;
    },
    onRefusedLogin: (text, refusal, clientAddress) =>
      admission?.notes.note(text, refusal.kind, clientAddress),
  };
}
