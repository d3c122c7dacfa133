import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { moneroRelay } from '../../edges/stratum/relay-family.ts';
import type { TestPool } from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { RelayKnowledge } from '../open-relays.ts';
import { LaneMoneroMiner, standInVerifier } from './lane-monero-miner.ts';
import {
  type Closing,
  letIn,
  type Relay,
  type RelayedCoin,
  startOtherPool,
  startRelay,
} from './relayed-pools.ts';

export const address =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DsLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

const xmr: RelayedCoin = {
  algorithm: 'randomx',
  coin: 'XMR',
  user: `XMR:${address}.relay`,
  scale: difficultyScale(1n << 256n),
  login: (text) => ({
    kind: 'login',
    login: { coin: 'XMR', network: 'monero', address: text, memo: null, worker: 'w1', referralCode: null },
  }),
};

export function otherPool(
  closing: Closing,
  {
    work = 64n,
    verifier = standInVerifier,
  }: { readonly work?: bigint; readonly verifier?: PowVerifier } = {},
): Promise<TestPool & { renew(): void }> {
  return startOtherPool(closing, xmr, { work, blockWork: 1n << 60n, verifier });
}

/** A port that gives that work on, in shares of 4 hashes where they are judged here. */
export function relayOf(
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
  return startRelay(closing, xmr, [theirs.listener.port], {
    family: moneroRelay,
    judgeOf: ({ verifies }) => (verifies ? verifier : 'upstream'),
    startWork,
    knowledge: { networkWorkOf: () => 1000n, faultOfRandomx: () => undefined, ...knowledge },
    onFault,
  });
}

/** A miner that was let in. */
export function minerOf(
  closing: Closing,
  { listener: { port } }: TestPool,
  verifier?: PowVerifier,
): Promise<LaneMoneroMiner> {
  return letIn(closing, new LaneMoneroMiner(port, verifier), (miner) => miner.login(`XMR:${address}`));
}
