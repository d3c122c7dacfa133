import { zcashRelay } from '../../edges/stratum/relay-family.ts';
import { startTime, type TestPool } from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { scaleOf } from '../open-relays.ts';
import { LaneZcashMiner, type Solve, standInEquihash } from './lane-zcash-miner.ts';
import {
  type Closing,
  letIn,
  type Relay,
  type RelayedCoin,
  startOtherPool,
  startRelay,
} from './relayed-pools.ts';

const address = 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs';
export const user = `ZEC:${address}.rig`;

const zec: RelayedCoin = {
  algorithm: 'equihash',
  coin: 'ZEC',
  user: `ZEC:${address}.relay`,
  scale: scaleOf('equihash'),
  login: () => ({
    kind: 'login',
    login: { coin: 'ZEC', network: 'ZEC', address, memo: null, worker: 'rig', referralCode: null },
  }),
};

export function otherZcashPool(
  closing: Closing,
  {
    work = 64n,
    verifier = standInEquihash,
  }: { readonly work?: bigint; readonly verifier?: PowVerifier } = {},
): Promise<TestPool & { renew(): void }> {
  return startOtherPool(closing, zec, { work, blockWork: 1n << 40n, verifier });
}

/** A port that gives that work on, in shares of 4 solutions. */
export function zcashRelayOf(
  closing: Closing,
  ports: readonly [number, ...number[]],
  {
    verifier = standInEquihash,
    startWork = 4n,
    connectionsMax,
    clock = () => startTime * 1000,
  }: {
    readonly verifier?: PowVerifier;
    readonly startWork?: bigint;
    readonly connectionsMax?: number;
    readonly clock?: () => number;
  } = {},
): Promise<Relay> {
  return startRelay(closing, zec, ports, {
    family: zcashRelay,
    judgeOf: () => verifier,
    startWork,
    connectionsMax,
    tuning: { clock },
  });
}

/** A miner that was let in, and has work. */
export function zcashMinerOf(
  closing: Closing,
  { listener: { port } }: TestPool,
  { solve, follows = false }: { readonly solve?: Solve; readonly follows?: boolean } = {},
): Promise<LaneZcashMiner> {
  return letIn(closing, new LaneZcashMiner(port, solve), (miner) => miner.login(user, { follows }));
}
