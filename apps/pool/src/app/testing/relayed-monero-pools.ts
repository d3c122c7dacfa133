import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { portRules } from '../../edges/stratum/port-rules.ts';
import { protocolOf } from '../../edges/stratum/protocols.ts';
import { moneroRelay } from '../../edges/stratum/relay-family.ts';
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
import { offeredRelays, type RelayKnowledge, type UpstreamGroup } from '../open-relays.ts';
import { LaneMoneroMiner, standInVerifier } from './lane-monero-miner.ts';

const scale = difficultyScale(1n << 256n);
const theirWork = 64n;
const blockWork = 1n << 60n;
export const address =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DsLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

/** What is open, the last opened last; a suite closes it. */
export type Closing = (() => Promise<void> | void)[];

const login: NonNullable<Parameters<typeof startTestPool>[0]>['login'] = (text) => ({
  kind: 'login',
  login: { coin: 'XMR', network: 'monero', address: text, memo: null, worker: 'w1', referralCode: null },
});

/** A pool that gives work: a listener of our own over a made-up chain of Monero's. */
export async function otherPool(
  closing: Closing,
  {
    work = theirWork,
    verifier = standInVerifier,
  }: { readonly work?: bigint; readonly verifier?: PowVerifier } = {},
): Promise<TestPool & { renew(): void }> {
  const mined = minedAlgorithms.find(({ code }) => code === 'randomx');
  if (mined === undefined) throw new Error('randomx is not mined here');
  const chain = openSandboxChain({
    name: 'sandbox-randomx',
    algorithm: 'randomx',
    rewards: mined.rewards,
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family: mined.openFamily(inlineProofs),
    workMin: blockWork,
  });
  const protocol = protocolOf('randomx');
  const rules = portRules(scale, work);
  const feed = protocol.openFeed({ chain, refreshMs: noRefreshMs });
  const pool = await startTestPool({
    algorithm: 'randomx',
    dialects: protocol.dialects,
    feed,
    verifier,
    rules: { ...rules, minimumWork: work, maximumWork: work },
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

/** A port that gives that work on, in shares of 4 hashes where they are judged here. */
export async function relayOf(
  closing: Closing,
  theirs: TestPool,
  {
    verifier = standInVerifier,
    startWork = 4n,
    onFault,
    ...knowledge
  }: RelayKnowledge & {
    readonly verifier?: PowVerifier;
    readonly startWork?: bigint;
    readonly onFault?: (error: unknown) => void;
  } = {},
): Promise<Relay> {
  const said: string[] = [];
  const log = { ...silentLog, warn: (each: object) => void said.push(JSON.stringify(each)) };
  const offered = offeredRelays(
    [
      {
        name: 'other',
        algorithm: 'randomx',
        coin: 'XMR',
        network: 'XMR',
        feePpm: 0,
        incomeMax: 1n,
        addresses: [{ host: '127.0.0.1', port: theirs.listener.port, tls: undefined }],
        user: `XMR:${address}.relay`,
        connectionsMax: 2,
        ended: false,
      },
    ],
    log,
    { tickMs: 20, leastWork: 1n },
    { networkWorkOf: () => 1000n, faultOfRandomx: () => undefined, ...knowledge },
  ).get('other');
  if (offered === undefined) throw new Error('nothing is offered');
  const group = offered.open();
  const relayed = new RelayedFeed({
    source: group,
    family: moneroRelay,
    upstream: 'other',
    chain: 'upstream-other',
    scale,
    judge: offered.verifies ? verifier : 'upstream',
    networkWork: offered.networkWork,
    now: () => performance.now(),
    ...(onFault && { onFault }),
  });
  const rules = { ...portRules(scale, 2n), startWork };
  const here = await startTestPool({
    algorithm: 'randomx',
    dialects: moneroRelay.dialects,
    feed: relayed,
    seats: relayed,
    verifier: relayed.verifier,
    rules,
    login,
  });
  closing.push(async () => {
    await here.close();
    relayed.close();
  });
  return Object.assign(here, { group, relayed, said });
}

/** A miner that was let in. */
export async function minerOf(
  closing: Closing,
  { listener: { port } }: TestPool,
  verifier?: PowVerifier,
): Promise<LaneMoneroMiner> {
  const miner = new LaneMoneroMiner(port, verifier);
  closing.push(() => miner.close());
  const refusal = await miner.login(`XMR:${address}`);
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
