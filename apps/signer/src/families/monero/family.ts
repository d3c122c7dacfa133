import type { NetworkFamily } from '../family.ts';
import { listedAs, targetOf } from './address.ts';
import { describeMoneroKey, importSpendKey, isSpendKey, showViewKey } from './keys.ts';
import { moneroNetworks } from './networks.ts';
import { openOfflineWallet } from './offline-wallet.ts';
import { rawOf, readMove, readPayment } from './read-payment.ts';

/** Networks of Monero: a wallet without a network beside the signer builds and signs, and the signer reads what came of it. */
export const moneroFamily: NetworkFamily = {
  networks: moneroNetworks.map(({ network }) => ({ network, decimals: 12 })),
  feeUnit: 'byte',
  hasTokens: false,
  notSigned: (network) => ({
    void: `Nothing of ${network} is voided: what was signed and sent ends in a block alone.`,
  }),
  keyFrom: (bytes) => (isSpendKey(bytes) ? bytes : undefined),
  importKey: importSpendKey,
  describeKey: describeMoneroKey,
  showViewKey,
  targetOf,
  listedAs,
  read: readPayment,
  readMove,
  rawOf,
  openWallet: openOfflineWallet,
};
