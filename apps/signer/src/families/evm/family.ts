import type { NetworkFamily } from '../family.ts';
import { isSecretKey } from '../secret-key.ts';
import { describeEvmKey, importEvmKey, targetOf } from './keys.ts';
import { evmNetworks } from './networks.ts';
import { moveAccount, readCancel, readPayment, voidNumber } from './read-payment.ts';

/** Networks of accounts whose transactions are Ethereum's: the coin, and tokens (ERC-20). */
export const evmFamily: NetworkFamily = {
  networks: evmNetworks.map(({ network }) => ({ network, decimals: 18 })),
  feeUnit: 'unit of gas',
  hasTokens: true,
  keyFrom: (bytes) => (isSecretKey(bytes) ? bytes : undefined),
  importKey: importEvmKey,
  describeKey: describeEvmKey,
  targetOf,
  listedAs: targetOf,
  read: readPayment,
  readCancel,
  voidNumber,
  moveAccount,
};
