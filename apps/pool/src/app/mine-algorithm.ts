import { join } from 'node:path';
import { isSimulated } from '../domain/kernel/pool-kind.ts';
import type { WorkSource } from '../domain/kernel/world.ts';
import { isChallengeWorker } from '../domain/owners/challenges.ts';
import { openBlockLog } from '../edges/stratum/block-log.ts';
import { createBlockStore } from '../edges/stratum/block-store.ts';
import { type Preparing, prepareAhead } from '../edges/stratum/prepare-ahead.ts';
import { rulesOn } from '../edges/stratum/port-rules.ts';
import { ShareAccumulator, type ShareAccumulatorOptions } from '../edges/stratum/share-accumulator.ts';
import { ShareLog } from '../edges/stratum/share-log.ts';
import type { ListenedSource, StratumListenerOptions } from '../edges/stratum/listener-options.ts';
import { type StratumListener, startStratumListener } from '../edges/stratum/stratum-listener.ts';
import { openWriteAheadLog } from '../edges/stratum/write-ahead-log.ts';
import type { MinedAlgorithm } from './mined-algorithms.ts';
import type { MiningParts } from './mining-parts.ts';
import { listened, openSources } from './open-sources.ts';
import { serveInOrder } from './serve-sources.ts';

/** Opens everything between a chain and the database: accumulator, jobs, and a listener for each port. */
export async function mineAlgorithm(source: WorkSource, parts: MiningParts): Promise<MinedAlgorithm> {
  const { chain } = source;
  const { algorithm } = chain;
  const { order } = parts;
  const { accumulator, foundBlock } = await openRecords(source, parts);
  const opened = openSources(source, parts, accumulator);
  const [{ feed, verifier }, ...further] = opened;
  const listeners: StratumListener[] = [];
  const served = serveInOrder(source, parts, { opened, listeners });
  // A sandbox mines more algorithms than its machine has memory to spare for: there their caches wait for the first login.
  const preparing = prepareAhead(feed, verifier, {
    always: !isSimulated(chain.kind),
    hasMiners: () => listeners.some((listener) => listener.hasMiners()),
  });
  order.add(`verifier ${algorithm}`, preparing.stop);
  const common = {
    ...listenerOptions(algorithm, parts, { accumulator, foundBlock, preparing }),
    ...listened(opened[0]),
    ...(served && { order: served }),
  };
  let rigPort: number | undefined;
  for (const each of parts.ports.get(algorithm) ?? []) {
    const { port, isSecure, rules, highConnectionLimit, proxyPort, isForRigs } = each;
    const listener = await startStratumListener({
      ...common,
      ...(parts.isBalancer === undefined || isForRigs === true ? {} : { isBalancer: parts.isBalancer }),
      ...(isForRigs === true ? { host: '127.0.0.1', onMiner: () => undefined } : {}),
      port,
      rules: rulesOn(chain, rules),
      ...(further.length > 0 && { further: further.map((other) => ({ ...listened(other), rules })) }),
      forProxies: highConnectionLimit,
      ...(proxyPort === undefined ? {} : { proxyPort }),
      ...(isSecure && parts.tls !== undefined ? { tls: parts.tls } : {}),
    });
    order.add(`listener ${algorithm} ${listener.port}`, () => listener.close());
    if (isForRigs === true) rigPort = listener.port;
    listeners.push(listener);
  }
  return {
    accumulator,
    feed,
    times: opened.find((each) => each.feed.times !== undefined)?.feed.times,
    listeners,
    relays: opened.flatMap(({ relay }) => relay ?? []),
    ...(served && { order: served }),
    ...(rigPort === undefined ? {} : { rigPort }),
  };
}

type FoundBlock = StratumListenerOptions['foundBlock'];

/** What every listener of an algorithm is given. */
function listenerOptions(
  algorithm: string,
  parts: MiningParts,
  opened: {
    readonly accumulator: ShareAccumulator;
    readonly foundBlock: FoundBlock;
    readonly preparing: Pick<Preparing, 'onMiner'>;
  },
): Omit<StratumListenerOptions, 'port' | keyof ListenedSource> {
  const { metrics, statistics, tuning } = parts;
  const { accumulator, foundBlock, preparing } = opened;
  return {
    foundBlock,
    algorithm,
    host: parts.host,
    extranonces: parts.extranonces,
    gate: parts.gate,
    minerConnections: parts.minerConnections,
    connectedWorkers: parts.connectedWorkers,
    reported: parts.reported,
    minerLog: parts.minerLog,
    login: parts.login,
    prepareLogin: parts.prepareLogin,
    restricted: parts.restricted,
    expelled: parts.expelled,
    onMiner: (login, clientAddress) => {
      preparing.onMiner();
      const key = parts.sourceKey(login, clientAddress);
      if (key !== undefined) accumulator.setSource(login, key);
      if (isChallengeWorker(login.worker)) parts.onChallenger(login, clientAddress);
    },
    onShare: (login, depth, blocks, isBlock) => statistics.add(algorithm, login, depth, blocks, isBlock),
    onRefusedLogin: parts.onRefusedLogin,
    clock: parts.clock,
    log: parts.log,
    metrics: {
      onShare: (result, work) => metrics.share(algorithm, result, work),
      onSession: (change, port) => metrics.session(algorithm, port, change),
      onAnswer: (ms) => metrics.answered(algorithm, ms),
    },
    ...tuning?.listener,
  };
}

/** Where accepted work and found blocks of an algorithm go. */
async function openRecords(
  { chain, merged = [] }: WorkSource,
  parts: MiningParts,
): Promise<{ readonly accumulator: ShareAccumulator; readonly foundBlock: FoundBlock }> {
  const { log, order, dataDirectory } = parts;
  if (dataDirectory === undefined) {
    const accumulator = openAccumulator(chain.algorithm, parts);
    return {
      accumulator,
      foundBlock: async (candidate, shareRecorded) => {
        await shareRecorded;
        await parts.recordBlock(candidate);
      },
    };
  }
  const { algorithm } = chain;
  const blockLog = openBlockLog(join(dataDirectory, `block-spool-${algorithm}.jsonl`));
  order.add(`block log ${algorithm}`, () => blockLog.close());
  if (blockLog.damaged() > 0)
    log.error({ lines: blockLog.damaged() }, 'the log of found blocks has damaged lines');
  // Before the accumulator, so that it closes after it: what the accumulator records last may be the share of a block.
  order.add(`blocks ${algorithm}`, () => blockStore.close());
  const writeAheadLog = await openWriteAheadLog(join(dataDirectory, `work-spool-${algorithm}.jsonl`));
  order.add(`write-ahead log ${algorithm}`, () => writeAheadLog.close());
  if (writeAheadLog.damaged() > 0)
    log.error({ lines: writeAheadLog.damaged() }, 'the write-ahead log has damaged lines');
  const shareFile = (number: number) => join(dataDirectory, `work-spool-${algorithm}-shares-${number}.jsonl`);
  const { shareLog, left } = ShareLog.open(algorithm, [shareFile(1), shareFile(2)], log);
  order.add(`share log ${algorithm}`, () => shareLog.close());
  const accumulator = openAccumulator(algorithm, parts, { writeAheadLog, shareLog, left });
  const blockStore = createBlockStore({
    blockLog,
    accumulator,
    record: parts.recordBlock,
    submit: async (candidate) => {
      const own = [chain, ...merged].find(({ name }) => name === candidate.chain);
      // One that is not followed any more waits in the database, by name.
      await own?.submitBlock(candidate.submission);
    },
    log,
  });
  return {
    accumulator,
    foundBlock: (candidate, shareRecorded) => blockStore.found(candidate, shareRecorded),
  };
}

/** Work that the database cannot take waits in the write-ahead log, and is replayed when the pool starts again. */
function openAccumulator(
  algorithm: string,
  { record, newId, log, order, tuning }: MiningParts,
  onDisk: Pick<ShareAccumulatorOptions, 'writeAheadLog' | 'shareLog' | 'left'> = {},
): ShareAccumulator {
  const accumulator = new ShareAccumulator({
    algorithm,
    record,
    newId,
    log,
    ...onDisk,
    ...tuning?.accumulator,
  });
  order.add(`accumulator ${algorithm}`, async () => {
    const lost = await accumulator.close();
    if (lost > 0) log.error({ algorithm, shares: lost }, 'shares could not be recorded before the end');
  });
  return accumulator;
}
