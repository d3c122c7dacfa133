import { createHash } from 'node:crypto';
import { type RelayFamily, relayFamilyOf } from '../../edges/stratum/relay-family.ts';
import { type TestPool, until } from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { headerAlgorithms } from '../../edges/stratum/header-algorithms.ts';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { HeaderRelay } from '@openlode/stratum/upstream/header-relays';
import type { AlephiumVerdict } from '@openlode/stratum/dialects/alephium/alephium';
import type { EthashInput, EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
import { openRelayedHeader } from '@openlode/stratum/upstream/open-relayed-header';
import { scaleOf } from '../open-relays.ts';
import { LaneClient, type Prove } from './lane-client.ts';
import { type Closing, type Relay, type RelayedCoin, startOtherPool, startRelay } from './relayed-pools.ts';

/** An algorithm whose miners are given headers, as suites have two pools of it. */
export interface HeaderCoin {
  readonly algorithm: string;
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
function standIn(verdictOf: (input: never, hash: Uint8Array) => unknown = (_, hash) => hash): PowVerifier {
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

/** Where neither jobs nor nodes say what a block takes. */
const hashesPerBlock = 1n << 40n;

function relayOf(algorithm: string): HeaderRelay {
  const relay = headerAlgorithms.get(algorithm);
  if (relay === undefined) throw new Error(`miners of ${algorithm} are not given headers`);
  return relay;
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
    family = relayFamilyOf(coin.algorithm),
  }: {
    readonly verifier: PowVerifier;
    readonly startWork: bigint;
    readonly connectionsMax?: number;
    readonly family?: RelayFamily;
  },
): Promise<Relay> {
  return startRelay(closing, coinOf(coin), ports, {
    family,
    hashesPerBlock,
    judgeOf: () => verifier,
    startWork,
    connectionsMax,
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
  const { client } = relayOf(coin.algorithm);
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
  { algorithm, sealOf = (nonce) => nonce, hashIn = (verdict) => verdict as Uint8Array }: HeaderCoin,
  verifier: PowVerifier,
): Prove {
  const { layout } = relayOf(algorithm);
  const open = (job: UpstreamJob) =>
    openRelayedHeader(layout, job, {
      id: '1',
      clean: true,
      number: 1,
      chain: 'suite',
      scale: scaleOf(algorithm),
      networkWork: hashesPerBlock,
    });
  return async (job, free) => {
    const { prefix } = job.room;
    const nonce = Buffer.from(prefix.length > 24 ? free : prefix + free, 'hex');
    const opened = open(job);
    const everything = new Uint8Array(32).fill(0xff);
    const input = layout.own.inputOf(opened, sealOf(nonce, undefined), everything);
    const verdict = await verifier.verify(withoutMix(input), 'miner');
    const found: Solution = layout.foundOf(sealOf(nonce, verdict), prefix);
    return { hash: hashIn(verdict).toReversed(), found };
  };
}

function withoutMix(input: unknown): unknown {
  return input instanceof Uint8Array || !('mix' in (input as object))
    ? input
    : { ...(input as object), mix: undefined };
}

const rvnSeal: Pick<HeaderCoin, 'sealOf' | 'hashIn'> = {
  sealOf: (nonce, verdict) =>
    Buffer.concat([nonce, (verdict as EthashVerdict | undefined)?.mix ?? new Uint8Array(32)]),
  hashIn: (verdict) => (verdict as EthashVerdict).hash,
};
const kaspaSeal: Pick<HeaderCoin, 'hashIn'> = { hashIn: (verdict) => (verdict as Uint8Array).toReversed() };
const highest = new Uint8Array(32).fill(0xff);

export const rvn: HeaderCoin = { algorithm: 'kawpow', coin: 'RVN', ...rvnSeal };
export const cfx: HeaderCoin = { algorithm: 'octopus', coin: 'CFX' };

/** All but those of one header for all miners. */
export const headerCoins: readonly HeaderCoin[] = [
  rvn,
  { algorithm: 'kheavyhash', coin: 'KAS', ...kaspaSeal },
  { algorithm: 'karlsenhash', coin: 'KLS', ...kaspaSeal },
  {
    algorithm: 'blake3',
    coin: 'ALPH',
    // One hash in sixteen is on the chain of the job.
    hashIn: (verdict) => {
      const { hash, chain } = verdict as AlephiumVerdict;
      return chain.from === 0 && chain.to === 0 ? hash : highest;
    },
  },
  { algorithm: 'autolykos', coin: 'ERG' },
  { algorithm: 'fishhash', coin: 'IRON' },
  { algorithm: 'xelishash', coin: 'XEL' },
  { algorithm: 'nexapow', coin: 'NEXA', hashIn: (verdict) => (verdict as Uint8Array | undefined) ?? highest },
  { algorithm: 'beamhash', coin: 'BEAM', sealOf: (nonce) => Buffer.concat([nonce, new Uint8Array(104)]) },
];

/** What stands in for the proof of work of each: as the true one, KawPow's has a mix and Alephium's a chain. */
export function standInOf({ algorithm }: HeaderCoin): PowVerifier {
  if (algorithm === 'blake3')
    return standIn(
      (_input, hash): AlephiumVerdict => ({ hash, chain: { from: 0, to: hash[31] === 0 ? 1 : 0 } }),
    );
  if (algorithm !== 'kawpow') return standIn();
  // A mix that gives too high a hash is only looked at.
  return standIn(({ nonce, mix, limit }: EthashInput, hash): EthashVerdict => {
    const right = new Uint8Array(32).fill(Number(nonce & 0xffn));
    const isTooHigh = Buffer.compare(hash, limit.toReversed()) > 0;
    return { mix: isTooHigh && mix !== undefined ? mix : right, hash };
  });
}
