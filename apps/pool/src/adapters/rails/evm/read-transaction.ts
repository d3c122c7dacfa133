import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { keccakHex } from './keccak.ts';
import { bytesOf, decodeRlp, listBytes, numberOf, type RlpItem, shortest } from './rlp.ts';
import { readTransferData } from './token-calls.ts';

/** A transaction that makes one payment, as its bytes say it. */
export interface EvmPayment {
  /** With 0x. */
  readonly txid: string;
  readonly chainId: bigint;
  /** In lower case, as all addresses here. */
  readonly account: string;
  readonly nonce: bigint;
  readonly gas: bigint;
  /** The most for each unit of gas, in wei, and what of it goes to the block; the latter undefined in the older form. */
  readonly pricePerGas: bigint;
  readonly priorityPerGas: bigint | undefined;
  /** The contract whose token is paid; undefined where it is the coin of the network. */
  readonly token: string | undefined;
  readonly payee: string;
  readonly units: bigint;
}

/**
 * Reads signed bytes: undefined for anything but one plain payment of the coin, or one `transfer(address,uint256)`, in a transaction of
 * EIP-1559 without a list of accesses, or of the older form with its chain's number (EIP-155). It shares nothing with the signer's code that
 * writes such bytes.
 */
export function readPayment(bytes: Uint8Array): EvmPayment | undefined {
  try {
    const signed = bytes[0] === 2 ? readFeeMarket(bytes) : readOlder(bytes);
    const { to, value, data, hash, signature, ...rest } = signed;
    const target = `0x${Buffer.from(to).toString('hex')}`;
    const transfer = data.length === 0 ? { payee: target, units: value } : readTransferData(data);
    if (to.length !== 20 || transfer === undefined || (data.length > 0 && value !== 0n)) return undefined;
    return {
      ...rest,
      txid: keccakHex(bytes),
      account: senderOf(hash, signature),
      token: data.length === 0 ? undefined : target,
      ...transfer,
    };
  } catch {
    // It is not written as it should be, or no key has signed it.
    return undefined;
  }
}

interface SignedFields
  extends Pick<EvmPayment, 'chainId' | 'nonce' | 'gas' | 'pricePerGas' | 'priorityPerGas'> {
  readonly to: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** What was signed. */
  readonly hash: Uint8Array;
  readonly signature: Signature;
}

interface Signature {
  readonly parity: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

function readFeeMarket(bytes: Uint8Array): SignedFields {
  const fields = fieldsOf(decodeRlp(bytes.subarray(1)), 12);
  const [chainId, nonce, priority, most, gas, to, value, data, accesses, parity, r, s] = fields;
  if (!Array.isArray(accesses) || accesses.length > 0) throw new RangeError('it has a list of accesses');
  return {
    chainId: numberOf(chainId),
    nonce: numberOf(nonce),
    gas: numberOf(gas),
    pricePerGas: numberOf(most),
    priorityPerGas: numberOf(priority),
    to: bytesOf(to),
    value: numberOf(value),
    data: bytesOf(data),
    hash: keccak_256(Buffer.concat([Uint8Array.of(2), listBytes(fields.slice(0, 9))])),
    signature: { parity: numberOf(parity), r: numberOf(r), s: numberOf(s) },
  };
}

function readOlder(bytes: Uint8Array): SignedFields {
  const fields = fieldsOf(decodeRlp(bytes), 9);
  const [nonce, price, gas, to, value, data, v, r, s] = fields;
  const mark = numberOf(v);
  // 27 and 28 name no chain: it could be sent on any.
  if (mark < 37n) throw new RangeError('it names no chain');
  const chainId = (mark - 35n) / 2n;
  return {
    chainId,
    nonce: numberOf(nonce),
    gas: numberOf(gas),
    pricePerGas: numberOf(price),
    priorityPerGas: undefined,
    to: bytesOf(to),
    value: numberOf(value),
    data: bytesOf(data),
    hash: keccak_256(
      listBytes([...fields.slice(0, 6), shortest(chainId), new Uint8Array(), new Uint8Array()]),
    ),
    signature: { parity: (mark - 35n) % 2n, r: numberOf(r), s: numberOf(s) },
  };
}

function fieldsOf(item: RlpItem, count: number): readonly RlpItem[] {
  if (item instanceof Uint8Array || item.length !== count) throw new RangeError('it has other fields');
  return item;
}

/** Nodes take the lower of both possible numbers of a signature only (EIP-2). */
const halfOrder = secp256k1.Point.Fn.ORDER / 2n;

function senderOf(hash: Uint8Array, { parity, r, s }: Signature): string {
  if (parity > 1n || s > halfOrder) throw new RangeError('its signature is of another form');
  const words = [r, s].map((value) => value.toString(16).padStart(64, '0')).join('');
  const signature = Uint8Array.from([Number(parity), ...Buffer.from(words, 'hex')]);
  const compressed = secp256k1.recoverPublicKey(signature, hash, { prehash: false });
  const point = secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1);
  return `0x${keccakHex(point).slice(-40)}`;
}
