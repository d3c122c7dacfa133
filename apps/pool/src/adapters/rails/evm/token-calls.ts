import { keccakHex } from './keccak.ts';

/** The first four bytes of a call, by the function's signature. */
function selector(signature: string): string {
  return keccakHex(Buffer.from(signature, 'ascii')).slice(2, 10);
}

const transfer = selector('transfer(address,uint256)');
const balance = selector('balanceOf(address)');

const upperBound = selector('getL1FeeUpperBound(uint256)');
const operatorFee = selector('getOperatorFee(uint256)');

/** Asks what the chain beneath a rollup takes at most for a transaction of that many bytes, in wei. */
export function upperBoundData(bytes: bigint): string {
  return `0x${upperBound}${numberWord(bytes)}`;
}

/** Asks what the operator of a rollup takes for so much gas, in wei. */
export function operatorFeeData(gas: bigint): string {
  return `0x${operatorFee}${numberWord(gas)}`;
}

/** What a contract of ERC-20 says when it pays: sender and payee are the second and third topic. */
export const transferTopic = keccakHex(Buffer.from('Transfer(address,address,uint256)', 'ascii'));

/** `decimals()` */
export const decimalsData = `0x${selector('decimals()')}`;

/** The call by which a token is paid. */
export function transferData(payee: string, units: bigint): string {
  return `0x${transfer}${addressWord(payee)}${numberWord(units)}`;
}

export function balanceData(owner: string): string {
  return `0x${balance}${addressWord(owner)}`;
}

/** 32 bytes in hexadecimal digits. */
export function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0');
}

export function numberWord(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** Reads a call of `transfer`; undefined where it is none, or anything stands in its padding or behind it. */
export function readTransferData(
  data: Uint8Array,
): { readonly payee: string; readonly units: bigint } | undefined {
  const [, payee, units] =
    new RegExp(`^${transfer}0{24}([0-9a-f]{40})([0-9a-f]{64})$`).exec(Buffer.from(data).toString('hex')) ??
    [];
  return payee === undefined || units === undefined
    ? undefined
    : { payee: `0x${payee}`, units: BigInt(`0x${units}`) };
}
