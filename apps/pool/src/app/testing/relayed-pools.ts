import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import type { StratumListenerOptions } from '../../edges/stratum/listener-options.ts';
import { portRules } from '../../edges/stratum/port-rules.ts';
import { protocolOf } from '../../edges/stratum/protocols.ts';
import type { RelayFamily } from '../../edges/stratum/relay-family.ts';
import { RelayedFeed } from '../../edges/stratum/relayed-feed.ts';
import {
  noRefreshMs,
  silentLog,
  startTestPool,
  startTime,
  type TestPool,
} from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { inlineProofs } from '../../runtime/proof-of-work/testing/inline-proofs.ts';
import { minedAlgorithms } from '../../sandbox/chain/mined-algorithms.ts';
import { openSandboxChain } from '../../sandbox/chain/sandbox-chain.ts';
import type { UpstreamEntry } from '../../settings/upstream-settings.ts';
import {
  offeredRelays,
  type OfferedRelay,
  type RelayKnowledge,
  type RelayTuning,
  type UpstreamGroup,
} from '../open-relays.ts';

/** What is open, the last opened last; a suite closes it. */
export type Closing = (() => Promise<void> | void)[];

/** What the other pool and ours have in common. */
export interface RelayedCoin {
  readonly algorithm: string;
  readonly coin: string;
  /** The account of the relay with the other pool. */
  readonly user: string;
  readonly scale: DifficultyScale;
  readonly login: StratumListenerOptions['login'];
}

/** A pool that gives work: a listener of our own over a made-up chain. `work`: of each share; `blockWork`: of a block. */
export async function startOtherPool(
  closing: Closing,
  { algorithm, scale, login }: RelayedCoin,
  {
    work,
    blockWork,
    verifier,
  }: { readonly work: bigint; readonly blockWork: bigint; readonly verifier: PowVerifier },
): Promise<TestPool & { renew(): void }> {
  const mined = minedAlgorithms.find(({ code }) => code === algorithm);
  if (mined === undefined) throw new Error(`${algorithm} is not mined here`);
  const chain = openSandboxChain({
    name: `sandbox-${algorithm}`,
    algorithm,
    rewards: mined.rewards,
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family: mined.openFamily(inlineProofs),
    workMin: blockWork,
  });
  const protocol = protocolOf(algorithm);
  const feed = protocol.openFeed({ chain, refreshMs: noRefreshMs });
  const pool = await startTestPool({
    algorithm,
    dialects: protocol.dialects,
    feed,
    verifier,
    rules: { ...portRules(scale, work), minimumWork: work, maximumWork: work },
    login,
  });
  closing.push(async () => {
    await pool.close();
    feed.close();
  });
  return Object.assign(pool, { renew: () => feed.renew() });
}

export interface Relay extends TestPool {
  readonly group: UpstreamGroup;
  readonly relayed: RelayedFeed;
  readonly said: readonly string[];
}

/** A port that gives on the work of the pool that listens at the first of these ports, or at the next where that is gone. */
export async function startRelay(
  closing: Closing,
  { algorithm, coin, user, scale, login }: RelayedCoin,
  [first, ...others]: readonly [number, ...number[]],
  {
    family,
    judgeOf,
    startWork,
    connectionsMax = 2,
    tuning,
    knowledge,
    onFault,
    hashesPerBlock,
  }: {
    readonly family: RelayFamily;
    readonly judgeOf: (offered: OfferedRelay) => PowVerifier | 'upstream';
    readonly startWork?: bigint | undefined;
    readonly connectionsMax?: number | undefined;
    readonly tuning?: RelayTuning;
    readonly knowledge?: RelayKnowledge;
    readonly onFault?: ((error: unknown) => void) | undefined;
    readonly hashesPerBlock?: bigint;
  },
): Promise<Relay> {
  const said: string[] = [];
  const log = { ...silentLog, warn: (each: object) => void said.push(JSON.stringify(each)) };
  const addressOf = (port: number) => ({ host: '127.0.0.1', port, tls: undefined });
  const upstream: UpstreamEntry = {
    name: 'other',
    algorithm,
    coin,
    network: coin,
    feePpm: 0,
    incomeMax: 1n,
    addresses: [addressOf(first), ...others.map(addressOf)],
    user,
    connectionsMax,
    ended: false,
    ...(hashesPerBlock !== undefined && { hashesPerBlock }),
  };
  const offered = offeredRelays(
    [upstream],
    log,
    { tickMs: 20, leastWork: 1n, isFirstStart: true, random: () => 0, ...tuning },
    knowledge,
  ).get('other');
  if (offered === undefined) throw new Error('nothing is offered');
  const group = offered.open();
  const relayed = new RelayedFeed({
    source: group,
    family,
    upstream: 'other',
    chain: 'upstream-other',
    scale,
    judge: judgeOf(offered),
    networkWork: offered.networkWork,
    now: () => performance.now(),
    ...(onFault && { onFault }),
  });
  const rules = portRules(scale, 2n);
  const here = await startTestPool({
    algorithm,
    dialects: family.dialects,
    feed: relayed,
    seats: relayed,
    verifier: relayed.verifier,
    rules: startWork === undefined ? rules : { ...rules, startWork },
    login,
  });
  closing.push(async () => {
    await here.close();
    relayed.close();
  });
  return Object.assign(here, { group, relayed, said });
}

/** The miner, once it was let in; closed with the suite. */
export async function letIn<Miner extends { close(): void }>(
  closing: Closing,
  miner: Miner,
  login: (miner: Miner) => Promise<string | undefined>,
): Promise<Miner> {
  closing.push(() => miner.close());
  const refusal = await login(miner);
  if (refusal !== undefined) throw new Error(refusal);
  return miner;
}

/** Shares that a pool has counted, and their work. */
export const countedBy = async (
  pool: TestPool,
): Promise<{ readonly shares: number; readonly work: bigint }> => {
  await pool.accumulator.flush();
  const lines = pool.batches.flatMap((batch) => batch.lines);
  return {
    shares: lines.reduce((sum, { shares }) => sum + shares, 0),
    work: lines.reduce((sum, { work }) => sum + work, 0n),
  };
};
