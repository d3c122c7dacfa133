import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { EvmFields } from '@openlode/signing/messages';
import type { SignedTransaction } from '../family.ts';
import { encodeRlp, numberBytes, type RlpItem } from './rlp.ts';

/** What a transaction does, beside its fields. */
export interface EvmCall {
  /** 20 bytes in hex after 0x, in lower case. */
  readonly to: string;
  /** In wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
}

export interface UnsignedEvm {
  /** What is signed. */
  readonly hash: Uint8Array;
  sign(secret: Uint8Array): SignedTransaction;
}

/** `transfer(address,uint256)` of ERC-20. */
const transferSelector = Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb);

/** The call by which a token is paid; `payee` in lower case. */
export function tokenTransfer(token: string, payee: string, amount: bigint): EvmCall {
  const data = Buffer.concat([
    transferSelector,
    new Uint8Array(12),
    addressBytes(payee),
    Buffer.from(amount.toString(16).padStart(64, '0'), 'hex'),
  ]);
  return { to: token, value: 0n, data };
}

/** A transaction of EIP-1559, or of the older form with its chain's number (EIP-155). */
export function unsignedEvm({ chainId, nonce, gas, price }: EvmFields, call: EvmCall): UnsignedEvm {
  const action = [numberBytes(gas), addressBytes(call.to), numberBytes(call.value), call.data];
  if ('gasPrice' in price) {
    const fields = [numberBytes(nonce), numberBytes(price.gasPrice), ...action];
    const forChain = [numberBytes(chainId), new Uint8Array(), new Uint8Array()];
    return signable([], fields, forChain, (parity) => [numberBytes(chainId * 2n + 35n + parity)]);
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = price;
  const fields = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas].map(numberBytes);
  const noAccessList: RlpItem = [];
  return signable([2], [...fields, ...action, noAccessList], [], (parity) => [numberBytes(parity)]);
}

/**
 * @param type what stands before the list
 * @param unsignedEnd what follows in what is signed only
 * @param recoveryOf what stands before both numbers of the signature
 */
function signable(
  type: readonly number[],
  fields: readonly RlpItem[],
  unsignedEnd: readonly RlpItem[],
  recoveryOf: (parity: bigint) => readonly RlpItem[],
): UnsignedEvm {
  const bytesOf = (items: readonly RlpItem[]): Uint8Array =>
    Uint8Array.from([...type, ...encodeRlp([...fields, ...items])]);
  const hash = keccak_256(bytesOf(unsignedEnd));
  return {
    hash,
    sign(secret) {
      // Deterministic (RFC 6979), with the lower of both possible numbers (EIP-2).
      const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
      const [parity = 0] = signature;
      const [r, s] = [signature.subarray(1, 33), signature.subarray(33)].map((part) =>
        numberBytes(BigInt(`0x${Buffer.from(part).toString('hex')}`)),
      );
      if (r === undefined || s === undefined || parity > 1) throw new Error('a signature of another form');
      const bytes = bytesOf([...recoveryOf(BigInt(parity)), r, s]);
      return { bytes, txid: Buffer.from(keccak_256(bytes)).toString('hex') };
    },
  };
}

function addressBytes(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex');
}
