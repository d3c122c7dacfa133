import {
  decodeEventLog,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  parseAbi,
} from 'viem/utils';
import type { Hex } from './quantities.ts';

/** What is called of a token (ERC-20), and of the contract of a rollup that knows what the chain beneath takes. */
const calls = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address)',
  'function decimals()',
  'function getL1FeeUpperBound(uint256)',
  'function getOperatorFee(uint256)',
]);
const payments = parseAbi(['function transfer(address to, uint256 value)']);
const events = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);

/** Asks what the chain beneath a rollup takes at most for a transaction of that many bytes, in wei. */
export function upperBoundData(bytes: bigint): Hex {
  return encodeFunctionData({ abi: calls, functionName: 'getL1FeeUpperBound', args: [bytes] });
}

/** Asks what the operator of a rollup takes for so much gas, in wei. */
export function operatorFeeData(gas: bigint): Hex {
  return encodeFunctionData({ abi: calls, functionName: 'getOperatorFee', args: [gas] });
}

export const decimalsData = encodeFunctionData({ abi: calls, functionName: 'decimals' });

/** The call by which a token is paid. Throws for an address that is none. */
export function transferData(payee: string, units: bigint): Hex {
  return encodeFunctionData({ abi: payments, args: [getAddress(payee), units] });
}

export function balanceData(owner: string): Hex {
  return encodeFunctionData({ abi: calls, functionName: 'balanceOf', args: [getAddress(owner)] });
}

/** Reads a call of `transfer`; undefined where it is none, or anything stands in its padding or behind it, which viem reads over. */
export function readTransferData(data: Hex): { readonly payee: string; readonly units: bigint } | undefined {
  try {
    const [payee, units] = decodeFunctionData({ abi: payments, data }).args;
    return transferData(payee, units) === data ? { payee: payee.toLowerCase(), units } : undefined;
  } catch {
    return undefined;
  }
}

/** What a contract of ERC-20 says when it pays. Addresses are in lower case. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

const [transferTopic] = encodeEventTopics({ abi: events });

/**
 * Reads what a contract says; undefined for an event of another kind. What is not written just as ERC-20 says (other indexed fields, anything in
 * the padding of an address, more or less beside the amount), is of another form: viem reads over some of that.
 *
 * @param topics each 32 bytes in lower case, with 0x, as `data` is
 */
export function readTransfer(topics: readonly Hex[], data: Hex): Transfer | 'another form' | undefined {
  if (topics[0] !== transferTopic) return undefined;
  try {
    const { args } = decodeEventLog({ abi: events, topics: [transferTopic, ...topics.slice(1)], data });
    const { from, to, value } = args;
    const written = logOfTransfer({ from, to, value });
    const isSame = written.data === data && written.topics.join() === topics.join();
    return isSame ? { from: from.toLowerCase(), to: to.toLowerCase(), value } : 'another form';
  } catch {
    return 'another form';
  }
}

/** The topics and data of such a payment. */
export function logOfTransfer({ from, to, value }: Transfer): {
  readonly topics: readonly string[];
  readonly data: Hex;
} {
  return {
    topics: encodeEventTopics({
      abi: events,
      args: { from: getAddress(from), to: getAddress(to) },
    }).map(String),
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
  };
}
