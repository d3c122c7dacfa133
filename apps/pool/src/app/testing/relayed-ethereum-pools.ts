import { ethashHeight } from '@openlode/pow/seed-heights';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { ethereumRelay } from '../../edges/stratum/relay-family.ts';
import type { TestPool } from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { RelayKnowledge } from '../open-relays.ts';
import { LaneEthereumMiner, standInEthash } from './lane-ethereum-miner.ts';
import {
  type Closing,
  letIn,
  type Relay,
  type RelayedCoin,
  startOtherPool,
  startRelay,
} from './relayed-pools.ts';

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const user = `ETHW:${address}`;

const ethw: RelayedCoin = {
  algorithm: 'ethash',
  coin: 'ETHW',
  user: `${user}.relay`,
  scale: difficultyScale(1n << 256n),
  login: () => ({
    kind: 'login',
    login: { coin: 'ETHW', network: 'ETHW', address, memo: null, worker: 'rig', referralCode: null },
  }),
};

/** Each of its sessions has jobs of its own. */
export function otherEthashPool(
  closing: Closing,
  { work = 64n, verifier = standInEthash }: { readonly work?: bigint; readonly verifier?: PowVerifier } = {},
): Promise<TestPool & { renew(): void }> {
  return startOtherPool(closing, ethw, { work, blockWork: 1n << 60n, verifier });
}

/** A port that gives that work on, in shares of an eighth of its work where they are judged here. */
export function ethashRelayOf(
  closing: Closing,
  ports: readonly [number, ...number[]],
  {
    verifier = standInEthash,
    judge = verifier,
    connectionsMax,
    isFirstStart = true,
    ...knowledge
  }: RelayKnowledge & {
    readonly verifier?: PowVerifier;
    readonly judge?: PowVerifier | 'upstream';
    readonly connectionsMax?: number;
    readonly isFirstStart?: boolean;
  } = {},
): Promise<Relay> {
  return startRelay(closing, ethw, ports, {
    family: ethereumRelay(ethashHeight, 1n),
    judgeOf: () => judge,
    connectionsMax,
    tuning: { isFirstStart },
    knowledge: { networkWorkOf: () => 1000n, ...knowledge },
  });
}

/** A miner that was let in. */
export function ethereumMinerOf(
  closing: Closing,
  { listener: { port } }: TestPool,
  {
    follows = false,
    ...how
  }: ConstructorParameters<typeof LaneEthereumMiner>[1] & { readonly follows?: boolean } = {},
): Promise<LaneEthereumMiner> {
  return letIn(closing, new LaneEthereumMiner(port, how), (miner) => miner.login(user, { follows }));
}
