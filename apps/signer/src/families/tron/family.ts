import type { NetworkFamily } from '../family.ts';
import { isSecretKey } from '../secret-key.ts';
import { describeTronKey, importTronKey, targetOf } from './keys.ts';
import { readPayment } from './read-payment.ts';

/** TRON: payments of TRX and of tokens (TRC-20) from accounts of one key. Accounts have no numbers: no two transactions exclude each other, so that one is signed for a payout. */
export const tronFamily: NetworkFamily = {
  networks: [
    { network: 'TRX', decimals: 6 },
    { network: 'TRX-regtest', decimals: 6 },
  ],
  feeUnit: 'transaction',
  hasTokens: true,
  paysOnce: true,
  notSigned: (network) => ({
    void: `Payments of ${network} are over by themselves after their end: accounts have no numbers that could be used up.`,
    move: `No command moves ${network}: send what an older account has by a wallet of your own that has the key.`,
  }),
  keyFrom: (bytes) => (isSecretKey(bytes) ? bytes : undefined),
  importKey: importTronKey,
  describeKey: describeTronKey,
  targetOf,
  listedAs: targetOf,
  read: readPayment,
};
