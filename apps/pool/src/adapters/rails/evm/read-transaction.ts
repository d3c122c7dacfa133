import {
  bytesToHex,
  hexToBigInt,
  keccak256,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
} from 'viem/utils';
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

/** A payment has under 200 bytes. What is longer is not looked into: it may be of any length. */
const bytesMax = 1000;
/** Nodes take the lower of both possible numbers of a signature only (EIP-2): up to half the order of secp256k1. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const wordMax = 2n ** 256n;

/**
 * Reads signed bytes: undefined for anything but one plain payment of the coin, or one `transfer(address,uint256)`, in a transaction of
 * EIP-1559 without a list of accesses, or of the older form with its chain's number (EIP-155). viem reads over numbers with leading zeros, lists
 * that are none and other forms of a signature, so what it has read is written again and has to be the same bytes.
 */
export async function readPayment(bytes: Uint8Array): Promise<EvmPayment | undefined> {
  if (bytes.length > bytesMax) return undefined;
  try {
    return await readStrictly(bytes);
  } catch {
    // It is not written as it should be, or no key has signed it.
    return undefined;
  }
}

async function readStrictly(bytes: Uint8Array): Promise<EvmPayment | undefined> {
  const written = bytesToHex(bytes);
  const { r, s, v, yParity, ...transaction } = parseTransaction(written);
  const { chainId, to, nonce = 0, gas = 0n, value = 0n, data = '0x' } = transaction;
  const prices = pricesOf(transaction);
  if (prices === undefined || chainId === undefined || typeof to !== 'string') return undefined;
  if (r === undefined || s === undefined || yParity === undefined || hexToBigInt(s) > halfOrder)
    return undefined;
  if ([gas, value, ...Object.values(prices)].some((each = 0n) => each >= wordMax)) return undefined;
  if (serializeTransaction(transaction, { r, s, v, yParity }) !== written) return undefined;
  const transfer = data === '0x' ? { payee: to.toLowerCase(), units: value } : readTransferData(data);
  if (transfer === undefined || (data !== '0x' && value !== 0n)) return undefined;
  const hash = keccak256(serializeTransaction(transaction));
  return {
    txid: keccak256(bytes),
    chainId: BigInt(chainId),
    account: (await recoverAddress({ hash, signature: { r, s, yParity } })).toLowerCase(),
    nonce: BigInt(nonce),
    gas,
    ...prices,
    token: data === '0x' ? undefined : to.toLowerCase(),
    ...transfer,
  };
}

/** Undefined for a kind of transaction that is none of ours. */
function pricesOf(
  transaction: Omit<ReturnType<typeof parseTransaction>, 'r' | 's' | 'v' | 'yParity'>,
): Pick<EvmPayment, 'pricePerGas' | 'priorityPerGas'> | undefined {
  if (transaction.type === 'legacy')
    return { pricePerGas: transaction.gasPrice ?? 0n, priorityPerGas: undefined };
  if (transaction.type !== 'eip1559' || transaction.accessList !== undefined) return undefined;
  return {
    pricePerGas: transaction.maxFeePerGas ?? 0n,
    priorityPerGas: transaction.maxPriorityFeePerGas ?? 0n,
  };
}
