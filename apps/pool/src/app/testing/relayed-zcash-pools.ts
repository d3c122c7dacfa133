import { protocolOf } from '../../edges/stratum/protocols.ts';
import { portRules } from '../../edges/stratum/port-rules.ts';
import { zcashRelay } from '../../edges/stratum/relay-family.ts';
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
import { offeredRelays, scaleOf, type UpstreamGroup } from '../open-relays.ts';
import { LaneZcashMiner, type Solve, standInEquihash } from './lane-zcash-miner.ts';
import type { Closing } from './relayed-monero-pools.ts';

const scale = scaleOf('equihash');
const address = 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs';
export const user = `ZEC:${address}.rig`;

const login: NonNullable<Parameters<typeof startTestPool>[0]>['login'] = () => ({
  kind: 'login',
  login: { coin: 'ZEC', network: 'ZEC', address, memo: null, worker: 'rig', referralCode: null },
});

/** A pool that gives work: a listener of our own over a made-up chain of Zcash's. */
export async function otherZcashPool(
  closing: Closing,
  {
    work = 64n,
    verifier = standInEquihash,
  }: { readonly work?: bigint; readonly verifier?: PowVerifier } = {},
): Promise<TestPool & { renew(): void }> {
  const mined = minedAlgorithms.find(({ code }) => code === 'equihash');
  if (mined === undefined) throw new Error('equihash is not mined here');
  const chain = openSandboxChain({
    name: 'sandbox-equihash',
    algorithm: 'equihash',
    rewards: mined.rewards,
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family: mined.openFamily(inlineProofs),
    workMin: 1n << 40n,
  });
  const protocol = protocolOf('equihash');
  const feed = protocol.openFeed({ chain, refreshMs: noRefreshMs });
  const pool = await startTestPool({
    algorithm: 'equihash',
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

export interface ZcashRelay extends TestPool {
  readonly group: UpstreamGroup;
  readonly relayed: RelayedFeed;
  readonly said: readonly string[];
}

/** A port that gives that work on, in shares of 4 solutions. */
export async function zcashRelayOf(
  closing: Closing,
  ports: readonly [number, ...number[]],
  {
    verifier = standInEquihash,
    startWork = 4n,
    connectionsMax = 2,
    clock = () => startTime * 1000,
  }: {
    readonly verifier?: PowVerifier;
    readonly startWork?: bigint;
    readonly connectionsMax?: number;
    readonly clock?: () => number;
  } = {},
): Promise<ZcashRelay> {
  const said: string[] = [];
  const log = { ...silentLog, warn: (each: object) => void said.push(JSON.stringify(each)) };
  const [first, ...others] = ports.map((port) => ({ host: '127.0.0.1', port, tls: undefined }));
  if (first === undefined) throw new Error('no address');
  const offered = offeredRelays(
    [
      {
        name: 'other',
        algorithm: 'equihash',
        coin: 'ZEC',
        network: 'ZEC',
        feePpm: 0,
        incomeMax: 1n,
        addresses: [first, ...others],
        user: `ZEC:${address}.relay`,
        connectionsMax,
        ended: false,
      },
    ],
    log,
    { tickMs: 20, leastWork: 1n, clock },
  ).get('other');
  if (offered === undefined) throw new Error('nothing is offered');
  const group = offered.open();
  const relayed = new RelayedFeed({
    source: group,
    family: zcashRelay,
    upstream: 'other',
    chain: 'upstream-other',
    scale,
    judge: verifier,
    now: () => performance.now(),
  });
  const here = await startTestPool({
    algorithm: 'equihash',
    dialects: zcashRelay.dialects,
    feed: relayed,
    seats: relayed,
    verifier: relayed.verifier,
    rules: { ...portRules(scale, 2n), startWork },
    login,
  });
  closing.push(async () => {
    await here.close();
    relayed.close();
  });
  return Object.assign(here, { group, relayed, said });
}

/** A miner that was let in, and has work. */
export async function zcashMinerOf(
  closing: Closing,
  { listener: { port } }: TestPool,
  { solve, follows = false }: { readonly solve?: Solve; readonly follows?: boolean } = {},
): Promise<LaneZcashMiner> {
  const miner = new LaneZcashMiner(port, solve);
  closing.push(() => miner.close());
  const refusal = await miner.login(user, { follows });
  if (refusal !== undefined) throw new Error(refusal);
  return miner;
}
