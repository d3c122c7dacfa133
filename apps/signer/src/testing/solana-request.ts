import { base58 } from '@scure/base';
import type { Order, SignRequest } from '@openlode/signing/messages';
import { accountOfKey } from '../families/solana/keys.ts';
import { type SolanaMessage, writeMessage } from '../families/solana/message.ts';
import { openTestSigner, type TestSigner } from './test-signer.ts';

export const solanaNetworkName = 'SOL-regtest';
export const [solanaKey, foreignSolanaKey] = [5, 6].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
];
export const solanaAccount = accountOfKey(solanaKey);
export const solanaPayee = base58.encode(new Uint8Array(32).fill(0x35));
export const theNonceAccount = base58.encode(new Uint8Array(32).fill(0x17));

/** A value of the nonce account by a number. */
export const nonceOf = (number: number): string =>
  base58.encode(new Uint8Array(32).fill(0x60).fill(number, 0, 1));

/** In SOL: 2 for a payment, 3 a day, 0.001 a fee. */
export const solanaPolicyText = `networks:
  ${solanaNetworkName}: { payment: 2, day: 3, fee: 0.001, feeRate: 1000, sweepTo: ["${accountOfKey(foreignSolanaKey)}"] }
`;

export function openSolanaSigner(): TestSigner {
  return openTestSigner([{ network: solanaNetworkName, secret: solanaKey }], solanaPolicyText);
}

/** One SOL to the payee under the first nonce. */
export const messageOf = (changes: Partial<SolanaMessage> = {}): Uint8Array =>
  writeMessage({
    account: solanaAccount,
    nonceAccount: theNonceAccount,
    nonce: nonceOf(1),
    units: 5000,
    unitPrice: 1_000_000n,
    transfer: { payee: solanaPayee, lamports: 1_000_000_000n },
    ...changes,
  });

export const solanaPayment = (payoutId: string, amount: bigint, address: string = solanaPayee): Order => ({
  payoutId,
  address,
  amount,
});

/** A request for just this payment, under a nonce of this number. */
export const solanaRequest = (
  number: number,
  order: Order,
  changes: Partial<SignRequest> = {},
  message: Partial<SolanaMessage> = {},
): SignRequest => ({
  type: 'sign',
  network: solanaNetworkName,
  kind: 'payout',
  orders: [order],
  unsigned: Buffer.from(
    messageOf({
      nonce: nonceOf(number),
      transfer: { payee: order.address, lamports: order.amount },
      ...message,
    }),
  ).toString('base64'),
  ...changes,
});
