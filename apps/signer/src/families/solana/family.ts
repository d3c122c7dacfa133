import type { NetworkFamily } from '../family.ts';
import { describeSolanaKey, importSolanaKey, targetOf } from './keys.ts';
import { readCancel, readPayment, useNonce } from './read-payment.ts';

/** Solana: its coin alone, out of accounts of ed25519 keys, each payment under the value of a nonce account. */
export const solanaFamily: NetworkFamily = {
  networks: [
    { network: 'SOL', decimals: 9 },
    { network: 'SOL-regtest', decimals: 9 },
  ],
  feeUnit: 'byte',
  hasTokens: false,
  // What stands in the place of a nonce may be a recent block hash, under which two transactions with the same claim are both executed.
  paysOnce: true,
  notSigned: (network) => ({
    move: `No command moves ${network}: sweep to an address of the new key (openlode treasury sweep).`,
  }),
  keyFrom: (bytes) => (bytes.length === 32 ? bytes : undefined),
  importKey: importSolanaKey,
  describeKey: describeSolanaKey,
  targetOf,
  listedAs: targetOf,
  read: readPayment,
  readCancel,
  useNonce,
};
