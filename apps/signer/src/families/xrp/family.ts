import type { NetworkFamily } from '../family.ts';
import { isSecretKey } from '../secret-key.ts';
import { targetOf } from './address.ts';
import { describeXrpKey, importXrpKey } from './keys.ts';
import { xrpNetworks } from './networks.ts';
import { readPayment } from './read-payment.ts';

/** The XRP Ledger: payments of XRP from accounts of one key. */
export const xrpFamily: NetworkFamily = {
  networks: xrpNetworks.map(({ network }) => ({ network, decimals: 6 })),
  feeUnit: 'transaction',
  hasTokens: false,
  notSigned: (network) => ({
    void: `Payments of ${network} are over by themselves after their last ledger: no number is used up by hand.`,
    move: `No command moves ${network}: send what an older account has by a wallet of your own that has the seed.`,
  }),
  keyFrom: (bytes) => (isSecretKey(bytes) ? bytes : undefined),
  importKey: importXrpKey,
  describeKey: describeXrpKey,
  targetOf,
  listedAs: targetOf,
  read: readPayment,
};
