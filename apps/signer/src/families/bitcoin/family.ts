import type { NetworkFamily } from '../family.ts';
import { isSecretKey } from '../secret-key.ts';
import { describeBitcoinKey, importBitcoinKey } from './keys.ts';
import { bitcoinNetworks } from './networks.ts';
import { readPayment, scriptOf } from './read-payment.ts';

/** Networks whose transactions are Bitcoin's: the signer spends outputs of witness public key hashes. */
export const bitcoinFamily: NetworkFamily = {
  networks: bitcoinNetworks.map(({ network, decimals = 8 }) => ({ network, decimals })),
  feeUnit: 'virtual byte',
  hasTokens: false,
  notSigned: (network) => ({
    void: `Coins of ${network} have no numbers: openlode payouts cancel spends those of a payment otherwise.`,
    move: `No command moves coins of ${network}: those of an older key leave with payments and sweeps.`,
  }),
  keyFrom: (bytes) => (isSecretKey(bytes) ? bytes : undefined),
  importKey: importBitcoinKey,
  describeKey: describeBitcoinKey,
  targetOf: scriptOf,
  listedAs: scriptOf,
  read: readPayment,
  readCancel: (request) => readPayment({ ...request, orders: [] }),
};
