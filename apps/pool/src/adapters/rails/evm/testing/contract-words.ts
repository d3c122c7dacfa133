import { numberToHex, pad, toFunctionSelector } from 'viem/utils';
import type { Hex } from '../quantities.ts';

/** 32 bytes in hexadecimal digits, without 0x. */
export function addressWord(address: string): string {
  return pad(`0x${address.slice(2).toLowerCase()}`, { size: 32 }).slice(2);
}

/** The same of a number. */
export function numberWord(value: bigint): string {
  return numberToHex(value, { size: 32 }).slice(2);
}

/** A call of a function of a test contract, by its signature such as `setMode(uint256)`. */
export function callOf(signature: string, ...words: readonly string[]): Hex {
  return `${toFunctionSelector(signature)}${words.join('')}`;
}
