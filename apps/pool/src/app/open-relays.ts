import { readFileSync } from 'node:fs';
import { kawpowEpoch, octopusEpoch } from '@openlode/pow/dag-sizes';
import { etchashHeight, ethashHeight } from '@openlode/pow/seed-heights';
import { difficultyScale, targetOfWork } from '@openlode/stratum/core/difficulty';
import { findAlgorithm } from '@openlode/catalogue/algorithms';
import {
  bitcoinClient,
  type BitcoinFound,
  type BitcoinWork,
} from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { EthereumFound, EthereumWork } from '@openlode/stratum/dialects/ethereum/ethereum-client';
import { ethproxyClient } from '@openlode/stratum/dialects/ethereum/ethproxy-client';
import {
  moneroClient,
  type MoneroFound,
  type MoneroWork,
} from '@openlode/stratum/dialects/monero/monero-client';
import { zcashClient, type ZcashFound, type ZcashWork } from '@openlode/stratum/dialects/zcash/zcash-client';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import type { UpstreamAddress } from '../adapters/upstreams/upstream-address.ts';
import { RelayGroup, type RelayGroupOptions } from '../adapters/upstreams/relay-group.ts';
import type { RelayedBlock } from '../adapters/upstreams/relayed-block.ts';
import type { RelayNote } from '../adapters/upstreams/relay-verdict.ts';
import { blockJobFault } from '../adapters/upstreams/block-job-fault.ts';
import { epochJobFault } from '../adapters/upstreams/epoch-job-fault.ts';
import { ethereumJobFault } from '../adapters/upstreams/ethereum-job-fault.ts';
import { moneroJobFault } from '../adapters/upstreams/monero-job-fault.ts';
import type { NodesView } from '../adapters/upstreams/nodes-job-fault.ts';
import { headerAlgorithms } from '../edges/stratum/header-algorithms.ts';
import type { RelaySource } from '../edges/stratum/relay-source.ts';
import { randomxFault } from '../runtime/proof-of-work/randomx-library.ts';
import { relayedAlgorithm } from '../settings/relayed-algorithms.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { lightestTestShare } from './lightest-share.ts';
import { relayLimitsOf, silenceOf } from './relay-limits.ts';

/** The connections to another pool. */
export type UpstreamGroup = RelaySource &
  Pick<RelayGroup<unknown, Solution>, 'counts' | 'blocks' | 'connections'>;

/** Other figures than the usual ones, for suites. */
export interface RelayTuning
  extends Partial<Pick<RelayGroupOptions<BitcoinWork, BitcoinFound>, 'tickMs' | 'isFirstStart' | 'random'>> {
  readonly leastWork?: bigint;
  /** The time of day, ms. */
  readonly clock?: () => number;
}

/** What is known here of the networks of other pools. */
export interface RelayKnowledge {
  /** Expected hashes for a block of a coin's network, by the word of our own nodes; undefined while none says it. */
  readonly networkWorkOf?: ((coin: string) => bigint | undefined) | undefined;
  /** Its seeds of RandomX, in hex, by the same. */
  readonly seedsOf?: ((coin: string) => readonly string[] | undefined) | undefined;
  /** Whether work of an upstream may be given now; any where it is left out. */
  readonly mayGive?: (upstream: UpstreamEntry) => boolean;
  /** Why this machine does not calculate RandomX; undefined where it does. */
  readonly faultOfRandomx?: () => string | undefined;
}

/** An upstream that gives work: where to, and its connections once they are wanted. */
export interface OfferedRelay {
  readonly upstream: UpstreamEntry;
  /** Whether its shares are judged here; otherwise only what it accepts counts. */
  readonly verifies: boolean;
  /** Expected hashes for a block of its network, where its jobs do not say. */
  readonly networkWork: (() => bigint | undefined) | undefined;
  /** @param onBlock a share that was sent on is a block of its network */
  open(onBlock?: (block: RelayedBlock) => void): UpstreamGroup;
}

/** The upstreams of the settings that give work, by name. Nothing is connected before it is asked for. */
export function offeredRelays(
  upstreams: readonly UpstreamEntry[],
  log: Pick<Logger, 'info' | 'warn'>,
  { leastWork, clock = Date.now, ...timing }: RelayTuning = {},
  { networkWorkOf, seedsOf, mayGive, faultOfRandomx = randomxFault }: RelayKnowledge = {},
): ReadonlyMap<string, OfferedRelay> {
  const giving = upstreams.filter(({ ended }) => !ended);
  return new Map(
    giving.map((upstream) => {
      const { name, algorithm, coin } = upstream;
      const isByJobs = relayedAlgorithm(algorithm)?.blockSaidBy === 'jobs';
      const verifies = algorithm !== 'randomx' || faultOfRandomx() === undefined;
      const networkWork = networkWorkBy(upstream, () => networkWorkOf?.(coin));
      const usualWork = leastWork ?? relayLimitsOf(algorithm).leastWork;
      const common = {
        settings: settingsOf(upstream, isByJobs ? usualWork : undefined),
        addresses: upstream.addresses,
        ...(mayGive && { mayConnect: () => mayGive(upstream) }),
        connectionsMax: upstream.connectionsMax,
        verifies,
        networkWork,
        now: () => performance.now(),
        random: Math.random,
        onNote: (note: RelayNote) => say(log, name, note),
        ...timing,
      };
      const nodesView: NodesView = {
        networkWork,
        seeds: () => seedsOf?.(coin),
        leastWork: usualWork,
        now: common.now,
      };
      return [
        name,
        {
          upstream,
          verifies,
          networkWork,
          open: (onBlock) => openGroup(algorithm, { ...common, onBlock }, nodesView, clock),
        },
      ];
    }),
  );
}

type CommonOptions = Omit<RelayGroupOptions<never, never>, 'dialect' | 'refusesJob'>;

/** The connections in the dialect of an algorithm. */
function openGroup(
  algorithm: string,
  common: CommonOptions,
  nodesView: NodesView,
  clock: () => number,
): UpstreamGroup {
  switch (algorithm) {
    case 'randomx':
      return new RelayGroup<MoneroWork, MoneroFound>({
        ...common,
        dialect: moneroClient,
        refusesJob: moneroJobFault(nodesView),
      });
    case 'ethash':
    case 'etchash':
      return new RelayGroup<EthereumWork, EthereumFound>({
        ...common,
        dialect: ethproxyClient,
        refusesJob: ethereumJobFault(nodesView, algorithm === 'ethash' ? ethashHeight : etchashHeight),
      });
    case 'equihash':
      return new RelayGroup<ZcashWork, ZcashFound>({
        ...common,
        dialect: zcashClient,
        refusesJob: ({ work }) => timeFault(work.time, clock()),
      });
    default: {
      const header = headerAlgorithms.get(algorithm);
      if (header !== undefined)
        return new RelayGroup<unknown, Solution>({
          ...common,
          dialect: header.client,
          refusesJob: headerJobFault(algorithm, nodesView),
        });
      return new RelayGroup<BitcoinWork, BitcoinFound>({
        ...common,
        dialect: bitcoinClient,
        refusesJob: ({ work }) => timeFault(work.time, clock()),
      });
    }
  }
}

/** Those whose height says what their cache is made of. */
const epochsOf: Readonly<Record<string, (height: number) => number>> = {
  kawpow: kawpowEpoch,
  octopus: octopusEpoch,
};

/** Why a job of headers cannot be given; where it says what a block takes, its client has weighed it. */
function headerJobFault(
  algorithm: string,
  { networkWork, leastWork = 0n, now }: NodesView,
): (job: UpstreamJob) => string | undefined {
  const { difficulty1Target, hashesPerDifficulty1 } = scaleOf(algorithm);
  const epochOf = epochsOf[algorithm];
  const epochFault = epochOf && epochJobFault(epochOf, now);
  return (job) => {
    const ofBlock = networkWork?.();
    const ofShare = (difficulty1Target * hashesPerDifficulty1) / job.target;
    const weighed = ofBlock === undefined ? undefined : blockJobFault(ofShare, ofBlock, leastWork);
    return weighed ?? epochFault?.(job);
  };
}

/** What a block takes, where jobs do not say it. */
function networkWorkBy(
  { algorithm, hashesPerBlock }: UpstreamEntry,
  askNodes: () => bigint | undefined,
): (() => bigint | undefined) | undefined {
  const blockSaidBy = relayedAlgorithm(algorithm)?.blockSaidBy;
  if (blockSaidBy === 'nodes') return lastKnown(askNodes);
  return blockSaidBy === 'file' ? () => hashesPerBlock : undefined;
}

/** What was said last: nodes that are silent for a while do not take the work away. */
function lastKnown(ask: () => bigint | undefined): () => bigint | undefined {
  let known: bigint | undefined;
  return () => (known = ask() ?? known);
}

/** No network takes a block that is further ahead, seconds: every share of such a job would be refused. */
const secondsAheadMax = 7200;

function timeFault(time: number, now: number): string | undefined {
  return time > now / 1000 + secondsAheadMax ? 'the time of its job is hours ahead' : undefined;
}

/** @throws Error where the file of its password cannot be read */
function settingsOf(
  { name, algorithm, user, passwordFile }: UpstreamEntry,
  usualWork: bigint | undefined,
): RelayGroupOptions<BitcoinWork, BitcoinFound>['settings'] {
  const scale = scaleOf(algorithm);
  return {
    user,
    password: passwordFile === undefined ? 'x' : readPassword(name, passwordFile),
    agent: `openlode/${manifest.version}`,
    scale,
    versionMask: relayLimitsOf(algorithm).versionMask ?? 0,
    easiestTarget: targetOfWork(lightestTestShare, scale),
    ...(usualWork === undefined ? {} : { usualTarget: targetOfWork(usualWork, scale) }),
    silenceMs: silenceOf(algorithm),
  };
}

function readPassword(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`the password of the upstream ${name} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

export function scaleOf(code: string): ReturnType<typeof difficultyScale> {
  const algorithm = findAlgorithm(code);
  if (algorithm === undefined) throw new Error(`the catalogue has no ${code}`);
  return difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt);
}

/** What an operator reads in the log; a password is in none of it. */
function say(log: Pick<Logger, 'info' | 'warn'>, upstream: string, note: RelayNote): void {
  switch (note.kind) {
    case 'up':
      return log.info({ upstream, address: addressText(note.address) }, 'an upstream pool gives work');
    case 'down':
      return log.warn(
        { upstream, address: addressText(note.address), end: note.end },
        note.wasUp ? 'the connection to an upstream pool is lost' : 'an upstream pool cannot be reached',
      );
    case 'message':
      return log.info({ upstream, text: note.text }, 'an upstream pool says something');
    case 'fault':
      return log.warn({ upstream, fault: note.fault }, 'an upstream pool said what it should not');
    case 'unsent':
      return log.warn({ upstream }, 'an upstream pool leaves too many shares unanswered: no more are sent');
    case 'untaken':
      return log.warn(
        { upstream, minutes: note.pauseMs / 60_000 },
        'an upstream pool takes none of our shares: it counts as one without work for a while',
      );
    case 'refusal':
      return log.warn(
        { upstream, why: note.why, text: note.text },
        'an upstream pool refused a share that was judged here',
      );
  }
}

function addressText({ host, port, tls }: UpstreamAddress): string {
  return `stratum+${tls === undefined ? 'tcp' : 'tls'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
