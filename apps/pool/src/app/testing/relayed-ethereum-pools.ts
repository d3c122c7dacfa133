import { ethashHeight } from '@openlode/pow/seed-heights';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { portRules } from '../../edges/stratum/port-rules.ts';
import { protocolOf } from '../../edges/stratum/protocols.ts';
import { ethereumRelay } from '../../edges/stratum/relay-family.ts';
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
import { LaneEthereumMiner, standInEthash } from './lane-ethereum-miner.ts';
import type { Closing } from './relayed-monero-pools.ts';

const scale = difficultyScale(1n << 256n);
const blockWork = 1n << 60n;
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const user = `ETHW:${address}`;

const login: NonNullable<Parameters<typeof startTestPool>[0]>['login'] = () => ({
  kind: 'login',
  login: { coin: 'ETHW', network: 'ETHW', address, memo: null, worker: 'rig', referralCode: null },
});

/** A pool that gives work: a listener of our own over a made-up chain of Ethash. Each of its sessions has jobs of its own. */
export async function otherEthashPool(
  closing: Closing,
  { work = 64n, verifier = standInEthash }: { readonly work?: bigint; readonly verifier?: PowVerifier } = {},
): Promise<TestPool & { renew(): void }> {
  const mined = minedAlgorithms.find(({ code }) => code === 'ethash');
  if (mined === undefined) throw new Error('ethash is not mined here');
  const chain = openSandboxChain({
    name: 'sandbox-ethash',
    algorithm: 'ethash',
    rewards: mined.rewards,
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family: mined.openFamily(inlineProofs),
    workMin: blockWork,
  });
  const protocol = protocolOf('ethash');
  const feed = protocol.openFeed({ chain, refreshMs: noRefreshMs });
  const pool = await startTestPool({
    algorithm: 'ethash',
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

export interface EthashRelay extends TestPool {
  readonly group: UpstreamGroup;
  readonly relayed: RelayedFeed;
  readonly said: readonly string[];
}

/** A port that gives that work on, in shares of an eighth of its work where they are judged here. */
export async function ethashRelayOf(
  closing: Closing,
  ports: readonly [number, ...number[]],
  {
    verifier = standInEthash,
    judge = verifier,
    connectionsMax = 2,
    ...knowledge
  }: RelayKnowledge & {
    readonly verifier?: PowVerifier;
    readonly judge?: PowVerifier | 'upstream';
    readonly connectionsMax?: number;
  } = {},
): Promise<EthashRelay> {
  const said: string[] = [];
  const log = { ...silentLog, warn: (each: object) => void said.push(JSON.stringify(each)) };
  const [first, ...others] = ports.map((port) => ({ host: '127.0.0.1', port, tls: undefined }));
  if (first === undefined) throw new Error('no address');
  const offered = offeredRelays(
    [
      {
        name: 'other',
        algorithm: 'ethash',
        coin: 'ETHW',
        network: 'ETHW',
        feePpm: 0,
        incomeMax: 1n,
        addresses: [first, ...others],
        user: `${user}.relay`,
        connectionsMax,
        ended: false,
      },
    ],
    log,
    { tickMs: 20, leastWork: 1n },
    { networkWorkOf: () => 1000n, ...knowledge },
  ).get('other');
  if (offered === undefined) throw new Error('nothing is offered');
  const group = offered.open();
  const family = ethereumRelay(ethashHeight, 1n);
  const relayed = new RelayedFeed({
    source: group,
    family,
    upstream: 'other',
    chain: 'upstream-other',
    scale,
    judge,
    networkWork: offered.networkWork,
    now: () => performance.now(),
  });
  const here = await startTestPool({
    algorithm: 'ethash',
    dialects: family.dialects,
    feed: relayed,
    seats: relayed,
    verifier: relayed.verifier,
    rules: portRules(scale, 2n),
    login,
  });
  closing.push(async () => {
    await here.close();
    relayed.close();
  });
  return Object.assign(here, { group, relayed, said });
}

/** A miner that was let in. */
export async function ethereumMinerOf(
  closing: Closing,
  { listener: { port } }: TestPool,
  {
    follows = false,
    ...how
  }: ConstructorParameters<typeof LaneEthereumMiner>[1] & { readonly follows?: boolean } = {},
): Promise<LaneEthereumMiner> {
  const miner = new LaneEthereumMiner(port, how);
  closing.push(() => miner.close());
  const refusal = await miner.login(user, { follows });
  if (refusal !== undefined) throw new Error(refusal);
  return miner;
}
