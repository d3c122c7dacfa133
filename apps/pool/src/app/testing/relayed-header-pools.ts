import { createHash } from 'node:crypto';
import { relayFamilyOf } from '../../edges/stratum/relay-family.ts';
import type { TestPool } from '../../edges/stratum/testing/listener-kit.ts';
import { until } from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { headerRelays } from '@openlode/stratum/upstream/header-relays';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { openRelayedHeader } from '@openlode/stratum/upstream/open-relayed-header';
import { type RelayKnowledge, scaleOf } from '../open-relays.ts';
import { LaneClient, type Prove } from './lane-client.ts';
import { type Closing, type Relay, type RelayedCoin, startOtherPool, startRelay } from './relayed-pools.ts';

type DialectName = keyof typeof headerRelays;

/** An algorithm whose miners are given headers, as suites have two pools of it. */
export interface HeaderCoin {
  readonly algorithm: string;
  readonly dialect: DialectName;
  readonly coin: string;
  /** What a share adds besides its nonce, by the verdict on it. */
  readonly sealOf?: (nonce: Uint8Array, verdict: unknown) => Uint8Array;
  /** The hash in a verdict, 32 bytes with the most significant first. */
  readonly hashIn?: (verdict: unknown) => Uint8Array;
}

const coinOf = ({ algorithm, coin }: HeaderCoin): RelayedCoin => ({
  algorithm,
  coin,
  user: `${coin}:address.relay`,
  scale: scaleOf(algorithm),
  login: () => ({
    kind: 'login',
    login: { coin, network: coin, address: 'address', memo: null, worker: 'rig', referralCode: null },
  }),
});

/** The SHA-256 of everything that a verifier of the algorithm is given, in the place of its proof of work. */
export function standIn(
  verdictOf: (input: never, hash: Uint8Array) => unknown = (_, hash) => hash,
): PowVerifier {
  return {
    verify: async (input) => verdictOf(input as never, hashOfInput(input)),
    waiting: () => 0,
  };
}

/** Limits say nothing of a share, and a mix follows from the nonce. */
const leftOut: ReadonlySet<string> = new Set(['limit', 'mix']);

function hashOfInput(input: unknown): Uint8Array {
  const hash = createHash('sha256');
  const fields =
    input instanceof Uint8Array
      ? [input]
      : Object.entries(input as object)
          .filter(([name]) => !leftOut.has(name))
          .map(([, value]) => (value instanceof Uint8Array ? value : String(value)));
  for (const field of fields) hash.update(field).update('.');
  return hash.digest();
}

/** A pool that gives work, in shares of `work` hashes. */
export function otherHeaderPool(
  closing: Closing,
  coin: HeaderCoin,
  { work, verifier }: { readonly work: bigint; readonly verifier: PowVerifier },
): Promise<TestPool & { renew(): void }> {
  return startOtherPool(closing, coinOf(coin), { work, blockWork: 1n << 40n, verifier });
}

/** A port that gives that work on, in shares of `startWork` hashes. */
export function headerRelayOf(
  closing: Closing,
  coin: HeaderCoin,
  ports: readonly [number, ...number[]],
  {
    verifier,
    startWork,
    connectionsMax,
    knowledge,
  }: {
    readonly verifier: PowVerifier;
    readonly startWork: bigint;
    readonly connectionsMax?: number;
    readonly knowledge?: RelayKnowledge;
  },
): Promise<Relay> {
  return startRelay(closing, coinOf(coin), ports, {
    family: relayFamilyOf(coin.algorithm),
    judgeOf: () => verifier,
    startWork,
    connectionsMax,
    ...(knowledge && { knowledge }),
  });
}

/** A miner that was let in, and has work. */
export async function headerMinerOf(
  closing: Closing,
  coin: HeaderCoin,
  { listener: { port } }: TestPool,
  verifier: PowVerifier,
): Promise<LaneClient> {
  const miner = newHeaderMiner(closing, coin, port, verifier);
  await until(() => miner.jobs.length > 0 || miner.isClosed);
  return miner;
}

export function newHeaderMiner(
  closing: Closing,
  coin: HeaderCoin,
  port: number,
  verifier: PowVerifier,
): LaneClient {
  const { client } = headerRelays[coin.dialect];
  const miner = new LaneClient(port, {
    dialect: client,
    user: `${coin.coin}:address.rig`,
    scale: scaleOf(coin.algorithm),
    prove: proveBy(coin, verifier),
  });
  closing.push(() => miner.close());
  return miner;
}

/** As the verifier finds it; what a verifier would only glance at is looked at in full. */
function proveBy(
  { algorithm, dialect, sealOf = (nonce) => nonce, hashIn = (verdict) => verdict as Uint8Array }: HeaderCoin,
  verifier: PowVerifier,
): Prove {
  const { layout } = headerRelays[dialect];
  const open = (job: UpstreamJob) =>
    openRelayedHeader(layout, job, {
      id: '1',
      clean: true,
      number: 1,
      chain: 'suite',
      scale: scaleOf(algorithm),
      networkWork: 1n << 40n,
    });
  return async (job, free) => {
    const { prefix } = job.room;
    const nonce = Buffer.from(prefix.length > 24 ? free : prefix + free, 'hex');
    const opened = open(job);
    const everything = new Uint8Array(32).fill(0xff);
    const input = (seal: Uint8Array): unknown =>
      layout.inputOf === undefined
        ? layout.own.inputOf(opened, seal, everything)
        : layout.inputOf(opened, seal, everything);
    const first = sealOf(nonce, undefined);
    const verdict = await verifier.verify(withoutMix(input(first)), 'miner');
    const found: Solution = layout.foundOf(sealOf(nonce, verdict), prefix);
    return { hash: hashIn(verdict).toReversed(), found };
  };
}

function withoutMix(input: unknown): unknown {
  return input instanceof Uint8Array || !('mix' in (input as object))
    ? input
    : { ...(input as object), mix: undefined };
}
