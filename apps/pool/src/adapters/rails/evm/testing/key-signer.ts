import { secp256k1 } from '@noble/curves/secp256k1.js';
import { privateKeyToAddress } from 'viem/accounts';
import { bytesToHex, getAddress, hexToBytes, keccak256, serializeTransaction } from 'viem/utils';
import type { PaymentOrder } from '../../../../domain/kernel/rail.ts';
import type { Hex } from '../quantities.ts';
import type { EvmSigner, EvmSignRequest } from '../signer.ts';
import { transferData } from '../token-calls.ts';

export interface EvmKeySigner extends EvmSigner {
  /** Of its key, in lower case. */
  readonly account: string;
  /** What it was asked, the oldest first. */
  readonly asked: EvmSignRequest[];
  /** The bytes of a request that no rail makes. */
  signed(request: EvmSignRequest): Uint8Array;
}

/** A signer that holds one key (64 digits of hex) and signs whatever it is asked to, for suites. */
export function evmKeySigner(keyText: string): EvmKeySigner {
  const key = hexToBytes(`0x${keyText.replace(/^0x/, '')}`);
  const asked: EvmSignRequest[] = [];
  const before: { readonly order: PaymentOrder; readonly bytes: Uint8Array }[] = [];
  const answer = (request: EvmSignRequest, bytes: Uint8Array) => {
    asked.push(request);
    before.push({ order: request.order, bytes });
    return { kind: 'signed', bytes } as const;
  };
  const signed = ({ order, token, units, fields }: EvmSignRequest): Uint8Array => {
    const { chainId, nonce, gas, price } = fields;
    const transaction = {
      chainId: Number(chainId),
      nonce: Number(nonce),
      gas,
      ...('gasPrice' in price
        ? ({ type: 'legacy', gasPrice: price.gasPrice } as const)
        : ({ type: 'eip1559', ...price } as const)),
      ...(token === undefined
        ? { to: getAddress(order.address), value: units }
        : { to: getAddress(token), data: transferData(order.address, units) }),
    };
    return hexToBytes(serializeTransaction(transaction, signatureOf(serializeTransaction(transaction), key)));
  };
  return {
    account: privateKeyToAddress(bytesToHex(key)).toLowerCase(),
    asked,
    signed,
    sign: async (request) => answer(request, signed(request)),
    sweep: async (request) => answer(request, signed(request)),
    cancel: async (request) => {
      const order = { ...request.order, address: request.fields.account };
      return answer(request, signed({ ...request, order, token: undefined, units: 0n }));
    },
    signedFor: async ({ order }) =>
      before.flatMap((each) =>
        idOf(each.order) === idOf(order) ? { bytes: each.bytes, isOfAnother: false } : [],
      ),
  };
}

/** As a signer knows a payment. */
function idOf({ orderId, payoutId }: PaymentOrder): string {
  return orderId ?? payoutId.toString();
}

function signatureOf(
  unsigned: Hex,
  key: Uint8Array,
): { readonly r: Hex; readonly s: Hex; readonly v: bigint; readonly yParity: number } {
  const hash = hexToBytes(keccak256(unsigned));
  const [yParity = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  const word = (from: number): Hex => bytesToHex(Uint8Array.from(rest.slice(from, from + 32)));
  return { r: word(0), s: word(32), v: BigInt(27 + yParity), yParity };
}
