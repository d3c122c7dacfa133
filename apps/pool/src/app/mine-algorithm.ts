import { join } from 'node:path';
import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import type { Login, LoginOutcome } from '@openlode/mining/user-string';
import type { LoginRefusal, RejectReason } from '@openlode/stratum/session-state';
import type { Logger } from 'pino';
import { openBlockFile } from '../sandbox/chain/block-file.ts';
import { openSandboxChain, type SandboxChain } from '../sandbox/chain/sandbox-chain.ts';
import type { Config } from '../config.ts';
import type { FallbackPort } from '../server-settings.ts';
import type { ClosingOrder } from './closing-order.ts';
import { type AlgorithmPort, algorithmPorts } from '../edges/stratum/algorithm-ports.ts';
import type { Extranonce1Pool } from '@openlode/stratum/extranonce1-pool';
import { createBlockStore } from '../edges/stratum/block-store.ts';
import { openBlockLog } from '../edges/stratum/block-log.ts';
import { createJobFeed } from '../edges/stratum/job-feed.ts';
import type { ConnectedWorkers } from '../edges/stratum/connected-workers.ts';
import type { MinerConnections } from '../edges/stratum/miner-connections.ts';
import type { MinerLog } from '../edges/stratum/miner-log.ts';
import { createScryptVerifier } from '../edges/stratum/scrypt-verifier.ts';
import type { ShareStatistics } from '../edges/stratum/share-statistics.ts';
import type { SourceGate } from '../edges/stratum/source-gate.ts';
import { startStratumListener } from '../edges/stratum/stratum-listener.ts';
import type { TlsContext } from '../edges/stratum/tls-context.ts';
import { openWriteAheadLog } from '../edges/stratum/write-ahead-log.ts';
import { ShareAccumulator } from '../edges/stratum/share-accumulator.ts';
import type { MinedAlgorithm } from '../sandbox/chain/mined-algorithms.ts';
import { isChallengeWorker } from '../domain/owners/challenges.ts';
import type { BlockCandidate } from '../domain/rounds/block-candidate.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { WorkBatch } from '../domain/kernel/work-batch.ts';

/** The planned ports of a mined algorithm, and how it is mined there. */
export function portsOf(
  mined: MinedAlgorithm,
  { stratumBase, staticDifficulties }: Pick<Config, 'stratumBase' | 'staticDifficulties'>,
): readonly AlgorithmPort[] {
  const algorithm = findAlgorithm(mined.code);
  const plan = portPlan(mined.code, stratumBase);
  if (algorithm === undefined || plan === undefined) throw new Error(`the catalogue has no ${mined.code}`);
  return algorithmPorts(algorithm, plan, {
    lightestShare: mined.lightestShare,
    staticDifficulty: staticDifficulties[mined.code],
  });
}

/** Where an algorithm is listened to besides. */
export function fallbackOf(
  algorithm: string,
  { fallbackPorts }: Pick<Config, 'fallbackPorts'>,
): readonly FallbackPort[] {
  return fallbackPorts.filter((each) => each.algorithm === algorithm);
}

export function openMinedChain(
  mined: MinedAlgorithm,
  parts: { readonly clock: Clock; readonly sandboxChains: string; readonly order: ClosingOrder },
): SandboxChain {
  const { code, rewards, proofOfWork, blockWorkMin: workMin } = mined;
  const chain = openSandboxChain({
    name: `sandbox-${code}`,
    algorithm: code,
    rewards,
    clock: parts.clock,
    file: openBlockFile(join(parts.sandboxChains, `sandbox-${code}.jsonl`)),
    workMin,
    ...(proofOfWork === undefined ? {} : { proofOfWork }),
  });
  parts.order.add(`chain ${code}`, () => chain.close());
  return chain;
}

/** What all algorithms of a pool share. */
export interface MiningParts {
  readonly bind: string;
  readonly servers: Pick<Config, 'stratumBase' | 'staticDifficulties' | 'fallbackPorts'>;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly order: ClosingOrder;
  readonly tls: TlsContext;
  readonly gate: SourceGate;
  readonly minerConnections: MinerConnections;
  readonly connectedWorkers: ConnectedWorkers;
  readonly minerLog: MinerLog;
  readonly extranonces: Extranonce1Pool;
  readonly metrics: {
    share(algorithm: string, result: 'accepted' | RejectReason, work?: bigint): void;
    session(algorithm: string, change: 1 | -1): void;
  };
  readonly newId: () => string;
  readonly record: (batches: readonly WorkBatch[]) => Promise<void>;
  readonly login: (text: string) => LoginOutcome;
  readonly prepareLogin: (text: string) => Promise<void> | undefined;
  readonly restricted: (login: Login) => boolean;
  /** Why a miner that was let in has to go now; undefined where it may stay. */
  readonly expelled: (login: Login) => LoginRefusal | undefined;
  /** What is kept of the source that a login mines from; undefined where it can prove nothing. */
  readonly sourceKey: (login: Login, source: string) => string | undefined;
  /** A miner has come under a name that may be a challenge's. */
  readonly onChallenger: (login: Login, source: string) => void;
  readonly onRefusedLogin: (text: string, refusal: LoginRefusal, source: string) => void;
  readonly statistics: ShareStatistics;
  readonly recordBlock: (candidate: BlockCandidate) => Promise<void>;
}

/** Opens everything between a mined chain and the database: accumulator, jobs, and a listener for each port. */
export async function mineAlgorithm(
  mined: MinedAlgorithm,
  chain: SandboxChain,
  parts: MiningParts,
): Promise<ShareAccumulator> {
  const { code } = mined;
  const { log, order, metrics } = parts;
  const blocks = await openBlockLog(join(parts.dataDirectory, `block-spool-${code}.jsonl`));
  order.add(`block log ${code}`, () => blocks.close());
  if (blocks.damaged() > 0)
    log.error({ lines: blocks.damaged() }, 'the log of found blocks has damaged lines');
  // Before the accumulator, so that it closes after it: what the accumulator records last may be the share of a block.
  order.add(`blocks ${code}`, () => blockStore.close());
  const accumulator = await openAccumulator(code, parts);
  const blockStore = createBlockStore({
    blockLog: blocks,
    accumulator,
    record: parts.recordBlock,
    submit: async (candidate) => {
      await chain.submitBlock(candidate.submission);
    },
    log,
  });
  const feed = createJobFeed({ chain });
  // Sessions whose number was taken away get another one with a job of its own, and not half a minute later.
  const stopRenewing = parts.extranonces.onBegin(() => feed.renew());
  order.add(`job feed ${code}`, () => {
    stopRenewing();
    feed.close();
  });
  const verifier = mined.proofOfWork === undefined ? {} : { verifier: createScryptVerifier() };
  const ports = portsOf(mined, parts.servers);
  const proxy = ports.find(({ highConnectionLimit }) => highConnectionLimit);
  for (const { port, isSecure, rules, highConnectionLimit } of listenedPorts(
    ports,
    fallbackOf(code, parts.servers),
  )) {
    const proxyPort = isSecure ? proxy?.tls : proxy?.tcp;
    const listener = await startStratumListener({
      algorithm: code,
      host: parts.bind,
      port,
      rules,
      forProxies: highConnectionLimit,
      ...(proxyPort === undefined ? {} : { proxyPort }),
      ...(isSecure ? { tls: parts.tls } : {}),
      ...verifier,
      feed,
      accumulator,
      extranonces: parts.extranonces,
      gate: parts.gate,
      minerConnections: parts.minerConnections,
      connectedWorkers: parts.connectedWorkers,
      minerLog: parts.minerLog,
      login: parts.login,
      prepareLogin: parts.prepareLogin,
      restricted: parts.restricted,
      expelled: parts.expelled,
      onMiner: (login, source) => {
        const key = parts.sourceKey(login, source);
        if (key !== undefined) accumulator.setSource(login, key);
        if (isChallengeWorker(login.worker)) parts.onChallenger(login, source);
      },
      onShare: (login, depth, blocks) => parts.statistics.add(code, login, depth, blocks),
      onRefusedLogin: parts.onRefusedLogin,
      foundBlock: (candidate, shareRecorded) => blockStore.found(candidate, shareRecorded),
      clock: parts.clock,
      log,
      metrics: {
        onShare: (result, work) => metrics.share(code, result, work),
        onSession: (change) => metrics.session(code, change),
      },
    });
    order.add(`listener ${code} ${listener.port}`, () => listener.close());
  }
  return accumulator;
}

interface ListenedPort extends Pick<AlgorithmPort, 'rules' | 'highConnectionLimit'> {
  readonly port: number;
  readonly isSecure: boolean;
}

/** Every single port that is listened on; a fallback port has the rules of the standard one. */
function listenedPorts(
  ports: readonly AlgorithmPort[],
  fallback: readonly FallbackPort[],
): readonly ListenedPort[] {
  const standard = ports.find(({ purpose }) => purpose === 'standard');
  return [
    ...ports.flatMap(({ tcp, tls, rules, highConnectionLimit }) => [
      { port: tcp, isSecure: false, rules, highConnectionLimit },
      { port: tls, isSecure: true, rules, highConnectionLimit },
    ]),
    ...(standard === undefined
      ? []
      : fallback.map(({ port, tls }) => ({
          port,
          isSecure: tls,
          rules: standard.rules,
          highConnectionLimit: false,
        }))),
  ];
}

/** Work that the database cannot take waits in a write-ahead log for each algorithm, and is replayed when the pool starts again. */
async function openAccumulator(algorithm: string, parts: MiningParts): Promise<ShareAccumulator> {
  const { log, order } = parts;
  const writeAheadLog = await openWriteAheadLog(join(parts.dataDirectory, `work-spool-${algorithm}.jsonl`));
  order.add(`write-ahead log ${algorithm}`, () => writeAheadLog.close());
  if (writeAheadLog.damaged() > 0)
    log.error({ lines: writeAheadLog.damaged() }, 'the write-ahead log has damaged lines');
  const accumulator = new ShareAccumulator({
    algorithm,
    record: parts.record,
    newId: parts.newId,
    log,
    writeAheadLog,
  });
  order.add(`accumulator ${algorithm}`, async () => {
    const lost = await accumulator.close();
    if (lost > 0) log.error({ algorithm, shares: lost }, 'shares could not be recorded before the end');
  });
  return accumulator;
}
