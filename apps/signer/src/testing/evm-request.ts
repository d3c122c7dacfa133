import type { EvmFields, Order, SignRequest } from '@openlode/signing/messages';
import { senderOf } from '../families/evm/keys.ts';
import { foreignKey } from './honest-request.ts';
import { openTestSigner, type TestSigner } from './test-signer.ts';

export const evmNetworkName = 'ETH-regtest';

/** 32 times 0x46, as in the example of EIP-155. */
export const evmKey = new Uint8Array(32).fill(0x46);
export const account = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';

export const payee = '0x3535353535353535353535353535353535353535';
/** A token of six decimals, and one that the signer does not know. */
export const [usdt, unknownToken] = ['0x' + 'd1'.repeat(20), '0x' + 'd2'.repeat(20)] as const;

/** In ETH: 2 for a payment, 3 a day, 0.01 a fee; of the token 100 and 150. */
export const evmPolicyText = `networks:
  ${evmNetworkName}:
    payment: 2
    day: 3
    fee: 0.01
    feeRate: 100000000000
    tokens:
      "${usdt}": { name: USDT, decimals: 6, payment: 100, day: 150 }
    sweepTo: ["${senderOf(foreignKey)}"]
`;

export function openEvmSigner(): TestSigner {
  return openTestSigner([{ network: evmNetworkName, secret: evmKey }], evmPolicyText);
}

export const gwei = 10n ** 9n;
export const ether = 10n ** 18n;

export const fieldsOf = (nonce: bigint, changes: Partial<EvmFields> = {}): EvmFields => ({
  chainId: 31_337n,
  account,
  nonce,
  gas: 60_000n,
  price: { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei },
  ...changes,
});

/** A payment in the coin of the network, or of a token. */
export const payment = (payoutId: string, amount: bigint, token?: string): Order => ({
  payoutId,
  address: payee,
  amount,
  ...(token === undefined ? {} : { token }),
});

export const evmRequest = (
  nonce: bigint,
  order: Order,
  changes: Partial<SignRequest> = {},
  fields: Partial<EvmFields> = {},
): SignRequest => ({
  type: 'sign',
  network: evmNetworkName,
  kind: 'payout',
  orders: [order],
  unsigned: fieldsOf(nonce, fields),
  ...changes,
});
