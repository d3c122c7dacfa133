import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { PaymentOrder } from '../../../../domain/kernel/rail.ts';
import { keccakHex } from '../keccak.ts';
import { listBytes, shortest } from '../rlp.ts';
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

const bytesOfHex = (text: string): Buffer => Buffer.from(text.replace(/^0x/, ''), 'hex');

/** A signer that holds one key (64 digits of hex) and signs whatever it is asked to, for suites. */
export function evmKeySigner(keyText: string): EvmKeySigner {
  const key = Uint8Array.from(bytesOfHex(keyText));
  const asked: EvmSignRequest[] = [];
  const before: { readonly order: PaymentOrder; readonly bytes: Uint8Array }[] = [];
  const answer = (request: EvmSignRequest, bytes: Uint8Array) => {
    asked.push(request);
    before.push({ order: request.order, bytes });
    return { kind: 'signed', bytes } as const;
  };
  const signed = ({ order, token, units, fields }: EvmSignRequest): Uint8Array => {
    const { chainId, nonce, gas, price } = fields;
    const call =
      token === undefined
        ? [bytesOfHex(order.address), shortest(units), new Uint8Array()]
        : [bytesOfHex(token), new Uint8Array(), bytesOfHex(transferData(order.address, units))];
    if ('gasPrice' in price) {
      const body = [nonce, price.gasPrice, gas].map(shortest);
      const hash = keccak_256(
        listBytes([...body, ...call, shortest(chainId), new Uint8Array(), new Uint8Array()]),
      );
      const { parity, words } = signatureOf(hash, key);
      return listBytes([...body, ...call, shortest(chainId * 2n + 35n + parity), ...words]);
    }
    const body = [chainId, nonce, price.maxPriorityFeePerGas, price.maxFeePerGas, gas].map(shortest);
    const unsigned = [...body, ...call, []];
    const { parity, words } = signatureOf(
      keccak_256(Buffer.concat([Uint8Array.of(2), listBytes(unsigned)])),
      key,
    );
    return Buffer.concat([Uint8Array.of(2), listBytes([...unsigned, shortest(parity), ...words])]);
  };
  return {
    account: `0x${keccakHex(secp256k1.getPublicKey(key, false).subarray(1)).slice(-40)}`,
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
  hash: Uint8Array,
  key: Uint8Array,
): { readonly parity: bigint; readonly words: readonly Uint8Array[] } {
  const [parity = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  const words = [rest.slice(0, 32), rest.slice(32)].map((part) =>
    shortest(BigInt(`0x${Buffer.from(part).toString('hex')}`)),
  );
  return { parity: BigInt(parity), words };
}
